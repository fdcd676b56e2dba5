// H14: sort, then count runs of equal keys.

#include "variants/contract/composed_plan.hpp"
#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/table.hpp"
#include "variants/count/shared/templates.hpp"
#include "variants/registry.hpp"

namespace warpmark::count {

namespace {

constexpr const char* sorter = "sort/radix_onesweep";

// The base problem of the sorter's family with this one's keys.
problem sorting(const problem& problem, const family& sort) {
  warpmark::problem sorted;
  for (const auto& along : sort.axes) sorted.set(along.name, along.base);
  for (const char* shared : {"type", "n", "offset"}) sorted.set(shared, *problem.find(shared));
  return sorted;
}

launch_plan plan_of_sort(const problem& problem, const device_limits& limits) {
  const variant& sort = *built_in_registry().find_variant(sorter);
  config config;
  for (const auto& along : sort.axes) config.set(along.name, along.base);
  return sort.plan(sorting(problem, *sort.contract), config, limits);
}

launch_plan plan_sort_run_length(const problem& problem, const config& config,
                                 const device_limits& limits) {
  plan_builder plan(problem, answer::table);
  const auto [table, used] = add_appended_table(plan);
  const std::size_t sorted =
      plan.scratch_bytes("sorted", plan.n() * size_bytes(element_type_of(problem)));
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.launch_instance(templates::run_lengths{.T = plan.key_spelling(), .block = block},
                       blocks_for(plan.n(), block), block,
                       {buffer_argument{sorted}, buffer_argument{table}, buffer_argument{used},
                        scalar_argument::of(plan.n()), scalar_argument::of(last_counted(problem)),
                        scalar_argument::of(static_cast<std::uint32_t>(plan.bins()))});
  launch_plan whole = plan.take();
  plan_step counting = std::move(whole.steps.back());
  whole.steps.pop_back();
  append_plan(whole, plan_of_sort(problem, limits), {{"input", 0}, {"output", sorted}});
  whole.steps.push_back(std::move(counting));
  return whole;
}

std::optional<std::uint64_t> launches_of_sort(const problem& problem, const config&) {
  return 2 + size_bytes(element_type_of(problem));
}

}  // namespace

variant sort_run_length() {
  return with_dependent_launches({
      .family = "count",
      .name = "sort_run_length",
      .level = 14,
      .catalogue_id = "H14",
      .title = "radix sort, then the lengths of runs",
      .summary =
          "The keys are sorted as sort/radix_onesweep does at its base config; equal keys are then "
          "adjacent, and the thread of a run's first key finds its last one by doubling steps. It "
          "takes any keys, whatever their number of distinct values and their distribution: no two "
          "threads add to one counter. It reads and writes every key once for each of its bytes, "
          "so it wins only if a table of counters is too large for caches. The article claims that "
          "only counting sort can count; any sort can.",
      .source = "catalogue H14; run-length encoding as in cub::DeviceRunLengthEncode, but without "
                "its scan, which the order of records would need",
      .types = {element_type::i32, element_type::u32, element_type::u64},
      .axes = {block_axis(false)},
      .default_problem = {{"type", "u32"}},
      .costs = {.bytes = "(1 + 2*s)*N*s to sort, N*s to count, k*16",
                .operations = "s*N digits, N comparisons, 2*k*log2(N/k) to find ends",
                .synchronisation = "2 + s launches, the sort's look-backs, k atomics on one word"},
      .predictions = {{"launches", "2 + s: the sort's 1 + s, and one", launches_of_sort},
                      {"atomics on the table's word", "k"}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_sort_run_length,
  });
}

}  // namespace warpmark::count
