#include "ci/gate/noise/noise_scenario.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::gate {

const noise_scenario& noise_named(std::string_view name) {
  for (const noise_scenario& noise_scenario : all_noise)
    if (noise_scenario.name == name) return noise_scenario;
  throw usage_error(
      fmt::format("unknown scenario '{}'; expected quiet, typical, hot or memory", name));
}

}  // namespace warpmark::gate
