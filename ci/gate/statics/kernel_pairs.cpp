#include "ci/gate/statics/kernel_pairs.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpmark::gate {
namespace {

using index_pair = std::pair<std::optional<std::size_t>, std::optional<std::size_t>>;

std::vector<index_pair> paired(const launch_plan& base, const launch_plan& head) {
  std::vector<index_pair> pairs;
  std::vector<std::size_t> left_in_head(head.kernels.size());
  for (std::size_t i = 0; i < left_in_head.size(); ++i) left_in_head[i] = i;
  for (std::size_t i = 0; i < base.kernels.size(); ++i) {
    const auto same =
        std::find_if(left_in_head.begin(), left_in_head.end(), [&](std::size_t candidate) {
          return head.kernels[candidate].expression == base.kernels[i].expression;
        });
    pairs.emplace_back(i, std::nullopt);
    if (same == left_in_head.end()) continue;
    pairs.back().second = *same;
    left_in_head.erase(same);
  }
  for (auto& pair : pairs)
    if (!pair.second && !left_in_head.empty()) {
      pair.second = left_in_head.front();
      left_in_head.erase(left_in_head.begin());
    }
  for (const std::size_t item : left_in_head) pairs.emplace_back(std::nullopt, item);
  return pairs;
}

block_size block_of(const launch_plan& plan, std::optional<std::size_t> kernel) {
  if (!kernel) return {};
  const auto launch = first_launch(plan, *kernel);
  if (!launch) return {};
  return {static_cast<std::uint32_t>(launch->shape.block.count()),
          launch->shape.dynamic_shared_bytes};
}

// Instances of equal identity compile to the same code.
std::string identity(const std::optional<kernel_instance>& kernel) {
  if (!kernel) return "";
  return fmt::format("{}\n{}\n{}\n{}", kernel->file, kernel->expression, kernel->outside->digest,
                     fmt::join(kernel->options, "\n"));
}

}  // namespace

std::vector<kernel_pair> kernel_pairs_of(const std::vector<compared_point>& points) {
  std::vector<kernel_pair> pairs;
  std::map<std::string, std::size_t> known;
  for (const auto& point : points) {
    if (!point.on_both()) continue;
    const launch_plan &base = point.base->plan, &head = point.head->plan;
    for (const auto& [i, j] : paired(base, head)) {
      kernel_pair pair{.family = point.family};
      if (i) pair.base = base.kernels[*i];
      if (j) pair.head = head.kernels[*j];
      const auto [at, is_new] =
          known.try_emplace(identity(pair.base) + "\n->\n" + identity(pair.head), pairs.size());
      if (is_new) pairs.push_back(std::move(pair));
      auto& entry = pairs[at->second];
      entry.variants.insert(point.variant);
      const std::pair blocks(block_of(base, i), block_of(head, j));
      if (std::find(entry.blocks.begin(), entry.blocks.end(), blocks) == entry.blocks.end())
        entry.blocks.push_back(blocks);
    }
  }
  return pairs;
}

}  // namespace warpmark::gate
