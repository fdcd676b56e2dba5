#include "variants/count/shared/paired_plan.hpp"

#include <vector>

#include "variants/count/shared/predictions.hpp"

namespace warpmark::count {
namespace {

// Threads take vectors in the order of their numbers, so that no more warps load than if there were
// one block.
constexpr std::uint64_t in_order = 1;

// The compiler may load the second of a pair only if the first is counted.
std::optional<std::uint64_t> loads_of_pairs(const problem& problem, const config&) {
  if (problem.text("dist") == "overflowing") return std::nullopt;
  return 2 * loads_of_keys(problem, in_order);
}

std::optional<std::uint64_t> atomics_of_pairs(const problem& problem, const config&) {
  if (problem.text("dist") == "overflowing") return std::nullopt;
  return requests_of_keys(problem, in_order);
}

}  // namespace

paired_plan::paired_plan(const problem& problem, const std::string& second,
                         const std::string& output, std::uint64_t words)
    : plan_collector(problem),
      second_(add_input(second, buffer(input()).size_bytes)),
      output_(add_output(output, words * sizeof(std::uint32_t))) {
  fill({output_}, scalar_argument::of(std::uint32_t{0}), words);
}

std::vector<counter_prediction> predictions_of_pairs(const std::string& space) {
  return {one_launch(),
          {"global_load_requests", "two per vector of each warp, if all have bins", loads_of_pairs},
          {space + "_atomic_requests",
           "one per pair of a lane's vectors in each warp, if all have bins", atomics_of_pairs}};
}

}  // namespace warpmark::count
