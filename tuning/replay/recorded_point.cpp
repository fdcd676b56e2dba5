#include "tuning/replay/recorded_point.hpp"

#include <vector>

#include "tuning/replay/value_text.hpp"

namespace warpmark::tuning {
namespace {

parameter_value value_of(const journal::json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return value_text(value);
}

// Sets the axes to their base, and recorded ones to their recorded values. False if there is no
// such axis, or if a value has another type.
bool take(const journal::json& recorded, const std::vector<axis>& axes, parameters& into) {
  for (const auto& along : axes) into.set(along.name, along.base);
  for (const auto& [name, value] : recorded.items()) {
    const auto taken = value_of(value);
    const auto* base = into.find(name);
    if (base == nullptr || base->index() != taken.index()) return false;
    into.set(name, taken);
  }
  return true;
}

}  // namespace

std::optional<point> recorded_point(const registry& registry, const journal::json& line) {
  const auto* variant =
      registry.find_variant(line.value("family", "") + "/" + line.value("variant", ""));
  if (variant == nullptr) return std::nullopt;
  point result{.variant = variant};
  const bool known = take(line.at("problem"), variant->contract->axes, result.problem) &&
                     take(line.at("config"), variant->axes, result.config);
  return known ? std::optional(result) : std::nullopt;
}

}  // namespace warpmark::tuning
