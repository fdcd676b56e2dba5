#include "bench/space/space.hpp"

#include <fmt/format.h>

#include "bench/space/space_error.hpp"

namespace warpmark::spaces {

std::vector<std::size_t> sizes_of(const std::vector<space_axis>& axes) {
  std::vector<std::size_t> sizes;
  for (const auto& axis : axes) {
    if (axis.values.empty()) throw space_error(fmt::format("axis {} has no value", axis.name));
    sizes.push_back(axis.size());
  }
  return sizes;
}

space::space(std::vector<space_axis> axes, std::vector<rule> rules, level_space members)
    : level_space(std::move(members)), axes_(std::move(axes)), rules_(std::move(rules)) {}

space space::of_rules(std::vector<space_axis> axes, std::vector<rule> rules) {
  level_space members(sizes_of(axes), rules);
  return of_members(std::move(axes), std::move(rules), std::move(members));
}

space space::of_list(std::vector<space_axis> axes, std::vector<level_tuple> members) {
  level_space all(sizes_of(axes).size(), std::move(members));
  return {std::move(axes), {}, std::move(all)};
}

space space::of_members(std::vector<space_axis> axes, std::vector<rule> rules,
                        level_space members) {
  return {std::move(axes), std::move(rules), std::move(members)};
}

std::string space::text(config_index index) const {
  const auto levels = at(index);
  std::string result;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    result += fmt::format("{}{}={}", axis == 0 ? "" : ",", axes_[axis].name,
                          axes_[axis].values[levels[axis]].text);
  return result;
}

}  // namespace warpmark::spaces
