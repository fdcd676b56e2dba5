#include "variants/deinterleave/shared/vector_load.hpp"

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {
namespace {

// If everything is aligned to 32 bytes without a remainder: on the side where the parities are
// separate, and on the other one. There a vector of 32 bytes takes two accesses, of half of each
// sector.
std::optional<std::uint64_t> sectors(const problem& problem) {
  const std::uint64_t bytes = input_bytes(problem);
  const std::uint64_t of_parity =
      is_split(problem) ? 32 : width_of(problem) * size_bytes(element_type_of(problem));
  const bool is_whole = bytes % (2 * of_parity) == 0 && of_parity % 32 == 0;
  if (!is_whole || !is_aligned(problem, 32, 32)) return std::nullopt;
  return bytes / 32;
}

std::optional<std::uint64_t> sectors(const problem& problem, const config& config, bool apart) {
  const auto once = sectors(problem);
  const std::uint64_t times = apart ? 1 : static_cast<std::uint64_t>(config.integer("vector")) / 16;
  return once ? std::optional(*once * times) : once;
}

std::optional<std::uint64_t> load_sectors(const problem& problem, const config& config) {
  return sectors(problem, config, is_inverse(problem));
}

std::optional<std::uint64_t> store_sectors(const problem& problem, const config& config) {
  return sectors(problem, config, !is_inverse(problem));
}

}  // namespace

launch_plan plan_vector_load(const problem& problem, const config& config,
                             const device_limits& limits) {
  plan_collector plan(problem);
  const std::size_t output = plan.add_output("output", input_bytes(problem));
  const auto vector = static_cast<std::uint64_t>(config.integer("vector"));
  plan.launch_instance(
      templates::vector_load{.Element = bits_spelling(problem),
                             .width = width_of(problem),
                             .inverse = is_inverse(problem),
                             .split = is_split(problem),
                             .aligned = is_aligned(problem, 16, vector / 2),
                             .pieces = vector / 16,
                             .block = config.integer("block"),
                             .unroll = config.integer("unroll")},
      streaming_grid(input_bytes(problem) / vector, config, limits),
      static_cast<std::uint32_t>(config.integer("block")),
      {plan.input_argument(), buffer_argument{output}, scalar_argument::of(plan.n())});
  return plan.take();
}

std::vector<axis> vector_axes() {
  std::vector<axis> axes = exchange_axes();
  for (axis& axis : axes)
    if (axis.name == "unroll") axis.base = std::int64_t{1};
  axes.push_back({.name = "vector",
                  .summary = "bytes of the series per thread and step",
                  .values = {std::int64_t{16}, std::int64_t{32}},
                  .base = std::int64_t{16}});
  return axes;
}

constraint vectors_fill_groups() {
  return {
      "a group of 2 * width elements has full vectors: vector <= 2 * width * element size",
      [](const problem& problem, const config& config, const device_limits&) {
        const std::uint64_t group = 2 * width_of(problem) * size_bytes(element_type_of(problem));
        return is_split(problem) || static_cast<std::uint64_t>(config.integer("vector")) <= group;
      }};
}

constraint nothing_is_repeated() {
  return {"no exchange between lanes to be repeated: repeats=1",
          [](const problem& problem, const config&, const device_limits&) {
            return problem.integer("repeats") == 1;
          }};
}

std::vector<counter_prediction> sectors_of_vectors() {
  return {{"global_load_sectors",
           "N*s/32, for complete groups with W*s >= 32; offset=0. vector=32 and not inverse: twice",
           load_sectors},
          {"global_store_sectors",
           "N*s/32, for complete groups with W*s >= 32; offset=0. vector=32 and inverse: twice",
           store_sectors},
          {"shuffles", "0",
           [](const problem&, const config&) -> std::optional<std::uint64_t> { return 0; }}};
}

}  // namespace warpmark::deinterleave
