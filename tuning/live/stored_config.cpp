#include "tuning/live/stored_config.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/core/selection.hpp"

namespace warpmark::tuning {

stored_config stored_point(const registry& registry, const std::string& family,
                           const candidate& candidate, const problem& problem,
                           const device_limits& limits, const std::string& machine) {
  const std::string path = family + "/" + candidate.variant;
  const variant* known = registry.find_variant(path);
  if (known == nullptr) return {{}, fmt::format("unknown variant {}", path)};
  if (auto why = known->unavailable_on(machine); !why.empty())
    return {{}, fmt::format("{}: {}", path, why)};
  for (const auto& [name, value] : candidate.parameters)
    if (std::none_of(known->axes.begin(), known->axes.end(),
                     [&wanted = name](const axis& along) { return along.name == wanted; }))
      return {{}, fmt::format("{} has no axis '{}'", path, name)};
  point stored{.variant = known, .problem = problem, .config = {}};
  for (const axis& along : known->axes) {
    const auto* value = candidate.parameters.find(along.name);
    stored.config.set(along.name, value != nullptr ? *value : along.base);
  }
  if (auto reason = reason_against(stored, limits); !reason.empty()) return {{}, std::move(reason)};
  return {std::move(stored), ""};
}

}  // namespace warpmark::tuning
