#include "tuning/space/space_account.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tuning/space/constrained_spaces.hpp"

namespace warpmark::tuning {
namespace {

std::string group_text(const space& of, std::size_t group) {
  std::string names;
  auto axes = of.groups()[group].axes;
  std::sort(axes.begin(), axes.end());
  for (const auto axis : axes)
    if (of.axes()[axis].size() > 1)
      names += fmt::format("{}{}", names.empty() ? "" : "*", of.axes()[axis].name);
  return fmt::format("{} ({})", names, of.count_of(group));
}

// Groups of one config leave nothing to search.
std::vector<std::string> separate_groups(const space& of) {
  std::vector<std::string> result;
  if (of.count() == 0) return result;
  for (std::size_t group = 0; group < of.groups().size(); ++group)
    if (of.count_of(group) > 1) result.push_back(group_text(of, group));
  return result;
}

}  // namespace

space_account account_of(const config_choice& choice, const device_limits& limits) {
  const variant& of = *choice.of;
  constrained_spaces spaces(of, choice.asked, limits, choice.values);
  space_account result{.product = product_of(spaces.axes())};
  space allowed = spaces.under(of.constraints.size());
  const auto more = spaces.of_launches(allowed);
  if (!more.empty()) allowed = spaces.under(of.constraints.size(), more);
  result.configs = allowed.count();
  result.separate = separate_groups(allowed);
  if (allowed.count() == result.product || result.product == UINT64_MAX) return result;
  config_index left = result.product;
  const auto note = [&](const std::string& reason, const space& after) {
    if (after.count() < left) result.excluded.push_back({reason, left - after.count()});
    left = after.count();
  };
  for (std::size_t number = 0; number < of.constraints.size(); ++number)
    note(of.constraints[number].reason, spaces.under(number + 1));
  for (std::size_t number = 0; number < more.size(); ++number)
    note(more[number].reason,
         spaces.under(of.constraints.size(),
                      {more.begin(), more.begin() + static_cast<std::ptrdiff_t>(number) + 1}));
  return result;
}

config_index product_of(const std::vector<space_axis>& axes) {
  config_index product = 1;
  for (const auto& each : axes)
    if (__builtin_mul_overflow(product, each.size(), &product)) return UINT64_MAX;
  return product;
}

}  // namespace warpmark::tuning
