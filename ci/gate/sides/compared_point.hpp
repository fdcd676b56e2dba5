#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"
#include "ci/gate/sides/host_code.hpp"
#include "ci/gate/sides/side.hpp"

namespace warpmark::gate {

/// A point that at least one side has.
struct compared_point {
  std::string key;
  std::string family, variant;  ///< The variant's name without the family: "strided".
  std::optional<side_point> base, head;

  bool on_both() const {
    return base && head && base->unavailable.empty() && head->unavailable.empty();
  }
};

/// The input of the stages.
struct comparison {
  std::unique_ptr<side> base, head;
  std::vector<compared_point> points;  ///< In the base's order, then those only in the head.
  host_code_difference host_code;      ///< For built-in families only.
};

/// Takes the points of both sides. A name that only one side's registry knows is no error: it is
/// reported in `warnings`, as is the reason why a side has no point. Throws usage_error for names
/// and values that both sides do not know.
comparison compare_sides(std::unique_ptr<side> base, std::unique_ptr<side> head,
                         const selection& selection, const device_limits& limits,
                         std::vector<std::string>& warnings);

/// MISSING and NEW: points and variant files that are on only one side.
std::vector<gate_finding> one_sided_findings(const comparison& compared,
                                             const selection& selection);

}  // namespace warpmark::gate
