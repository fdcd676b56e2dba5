#include "bench/space/space_account.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "bench/space/saturating.hpp"
#include "bench/space/space_error.hpp"
#include "bench/space/variant_space.hpp"

namespace warpmark::spaces {
namespace {

std::string group_text(const space& space, std::size_t group) {
  std::string names;
  auto axes = space.groups()[group].axes;
  std::sort(axes.begin(), axes.end());
  for (const auto axis : axes)
    if (space.axes()[axis].size() > 1)
      names += fmt::format("{}{}", names.empty() ? "" : "*", space.axes()[axis].name);
  return fmt::format("{} ({})", names, space.count_of(group));
}

// Groups with a single config need no search.
std::vector<std::string> separate_groups(const space& space) {
  std::vector<std::string> result;
  if (space.count() == 0) return result;
  for (std::size_t group = 0; group < space.groups().size(); ++group)
    if (space.count_of(group) > 1) result.push_back(group_text(space, group));
  return result;
}

}  // namespace

space_account account_of(const config_choice& choice, const device_limits& limits) {
  const variant& variant = *choice.variant;
  auto constrained = spaces_of(variant, choice.problem, limits, choice.values);
  std::vector<std::size_t> sizes;
  for (const auto& axis : constrained.axes()) sizes.push_back(axis.values.size());
  const std::size_t rules = constrained.rule_count();
  space_account result{.product = product_of(sizes)};
  std::optional<space> allowed;
  try {
    allowed = constrained.named_under(rules);
  } catch (const space_too_large&) {
    result.configs = uncountable;
    return result;
  }
  const auto more = rules_of_launches(variant, choice.problem, limits, *allowed);
  if (!more.empty()) allowed = constrained.named_under(rules, more);
  result.configs = allowed->count();
  result.separate = separate_groups(*allowed);
  if (allowed->count() == result.product || result.product == uncountable) return result;
  config_index left = result.product;
  const auto note = [&](const std::string& reason, const level_space& after) {
    if (after.count() < left) result.excluded.push_back({reason, left - after.count()});
    left = after.count();
  };
  for (std::size_t number = 0; number < rules; ++number)
    note(variant.constraints[number].reason, constrained.under(number + 1));
  for (std::size_t number = 0; number < more.size(); ++number)
    note(more[number].reason,
         constrained.named_under(
             rules, {more.begin(), more.begin() + static_cast<std::ptrdiff_t>(number) + 1}));
  return result;
}

config_index product_of(std::span<const std::size_t> sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0u) != sizes.end()) return 0;
  return std::accumulate(sizes.begin(), sizes.end(), config_index{1}, saturating_product);
}

}  // namespace warpmark::spaces
