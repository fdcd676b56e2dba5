#include "ci/gate/settings/presets.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

// A point passes only if shown to be as fast, within half the usual margin.
gate_settings strict(gate_settings result) {
  result.fail_on.insert(verdict::inconclusive);
  result.timing.min_effect = 0.005;
  result.timing.pass_margin = 0.01;
  result.timing.screen_rounds = 10;
  result.timing.confirm_rounds = 30;
  return result;
}

// Only clear regressions fail; for noisy machines.
gate_settings permissive(gate_settings result) {
  result.fail_on = {verdict::regression};
  result.timing.min_effect = 0.03;
  result.timing.pass_margin = 0.05;
  return result;
}

}  // namespace

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = {"default", "strict", "permissive"};
  return names;
}

gate_settings preset(const std::string& name, const gate_settings& defaults) {
  if (name == "default") return defaults;
  if (name == "strict") return strict(defaults);
  if (name == "permissive") return permissive(defaults);
  throw usage_error(
      fmt::format("--preset {}: unknown preset{}", name, did_you_mean(name, preset_names())));
}

}  // namespace warpmark::gate
