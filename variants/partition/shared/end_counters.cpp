#include "variants/partition/shared/end_counters.hpp"

namespace warpmark::partition {

std::vector<kernel_argument> add_separate_counters(plan_builder& plan) {
  plan.clear_counts();
  const std::size_t right = plan.zeroed("went_right", sizeof(std::uint64_t));
  return {buffer_argument{plan.counts()}, buffer_argument{right}};
}

std::vector<kernel_argument> add_packed_counters(plan_builder& plan) {
  const std::size_t both = plan.zeroed("went_left_and_right", sizeof(std::uint64_t));
  return {buffer_argument{plan.counts()}, buffer_argument{both}};
}

std::optional<std::uint64_t> claims_of_groups(const problem& problem, std::uint64_t group) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t groups = (n + group - 1) / group;
  if (problem.text("dist") == "constant") return groups;
  // A group of one element has one side.
  if (problem.text("dist") == "alternating")
    return group == 1 ? n : 2 * groups - (n % group == 1 ? 1 : 0);
  return {};
}

}  // namespace warpmark::partition
