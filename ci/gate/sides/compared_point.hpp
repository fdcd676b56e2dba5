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
  std::string family, variant;  ///< The variant's name alone: "strided".
  std::optional<side_point> base, head;

  bool on_both() const {
    return base && head && base->unavailable.empty() && head->unavailable.empty();
  }
};

/// What the stages compare.
struct comparison {
  std::unique_ptr<side> base, head;
  std::vector<compared_point> points;  ///< In the base's order, then what only the head has.
  host_code_difference host_code;      ///< Of built-in families alone.
};

/// Takes the points of both sides. What a side's registry does not know but the other's does is no
/// mistake; `warnings` say it, and why a side has no point. Throws usage_error for names and values
/// that mean nothing on both.
comparison compare_sides(std::unique_ptr<side> base, std::unique_ptr<side> head,
                         const selection& selection, const device_limits& limits,
                         std::vector<std::string>& warnings);

/// MISSING and NEW: the points that one side alone has, and variants whose file is on one side.
std::vector<gate_finding> one_sided_findings(const comparison& compared,
                                             const selection& selection);

}  // namespace warpmark::gate
