#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/gate/gate_finding.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// The judged subject, for the overrides of gate_settings.
struct judged_subject {
  std::string key;      ///< A finding's subject.
  std::string variant;  ///< "reduce/strided"
};

/// How much worse `quantity` may become there; nothing if it is only shown. Setting a tolerance
/// makes an informative quantity a judged one. Of the instruction mix ("ptx.…", "sass.…") only
/// quantities with a tolerance are judged.
std::optional<tolerance> tolerance_of(const gate_settings& settings, const judged_subject& subject,
                                      const std::string& quantity);

/// Whether a smaller value is worse, as for "occupancy".
bool falling_is_worse(std::string_view quantity);

/// Sets `judged` of each change that is worse by more than its tolerance.
void judge(std::vector<change>& changes, const gate_settings& settings,
           const judged_subject& subject);

/// REGRESSION if a change is judged; IMPROVEMENT if a quantity that can be judged became better and
/// none worse; else PASS.
verdict verdict_over(const std::vector<change>& changes, const gate_settings& settings,
                     const judged_subject& subject);

/// Judged changes first, each group by decreasing relative change.
void sort_changes(std::vector<change>& changes);

/// "2 quantities grew: registers 32 -> 40, …", the first three.
std::string summary_of(const std::vector<change>& changes);

}  // namespace warpmark::gate
