#pragma once

#include <string_view>
#include <vector>

#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// How a quantity is treated that no setting names.
enum class judgement {
  judged,      ///< May not grow beyond the rule's tolerance.
  informative  ///< Shown, never judged.
};

/// The rule of one quantity, with its reason.
struct default_rule {
  std::string_view quantity;
  judgement treatment;
  tolerance allowed;
  std::string_view reason;
};

/// The table of defaults. A quantity without a rule may not grow at all.
const std::vector<default_rule>& default_rules();

/// The settings without gate.toml: the table above.
gate_settings default_settings();

}  // namespace warpmark::gate
