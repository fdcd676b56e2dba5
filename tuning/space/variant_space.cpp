#include "tuning/space/variant_space.hpp"

#include "tuning/space/constrained_spaces.hpp"

namespace warpmark::tuning {

space space_of(const variant& of, const problem& asked, const device_limits& limits,
               const std::vector<std::vector<parameter_value>>& values) {
  constrained_spaces spaces(of, asked, limits, values);
  space allowed = spaces.under(of.constraints.size());
  const auto more = spaces.of_launches(allowed);
  return more.empty() ? allowed : spaces.under(of.constraints.size(), more);
}

config config_at(const variant& of, const space& over, config_index index) {
  const auto levels = over.at(index);
  config how;
  for (std::size_t axis = 0; axis < levels.size(); ++axis)
    how.set(of.axes[axis].name,
            parameter_of(of.axes[axis], over.axes()[axis].values[levels[axis]]));
  return how;
}

std::optional<config_index> base_of(const variant& of, const space& over) {
  level_tuple levels;
  for (std::size_t axis = 0; axis < of.axes.size(); ++axis) {
    const auto level = over.axes()[axis].level_of(to_text(of.axes[axis].base));
    if (!level) return std::nullopt;
    levels.push_back(*level);
  }
  return over.index_of(levels);
}

}  // namespace warpmark::tuning
