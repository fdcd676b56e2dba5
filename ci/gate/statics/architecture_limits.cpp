#include "ci/gate/statics/architecture_limits.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::gate {

void require_known(const std::vector<std::string>& architectures) {
  const std::vector<std::string> known = model::known_architectures();
  for (const auto& architecture : architectures)
    if (!limits_of_architecture(architecture))
      throw usage_error(fmt::format("--arch {}: unknown architecture{}", architecture,
                                    did_you_mean(architecture, known)));
}

}  // namespace warpmark::gate
