#include "variants/deinterleave/shared/exchange.hpp"

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/plan_collector.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

std::vector<axis> exchange_axes() {
  axis block = block_axis(false);
  block.values = {std::int64_t{128}, std::int64_t{256}, std::int64_t{512}};
  axis blocks = blocks_per_sm_axis(resident_blocks);
  blocks.values = {std::int64_t{1}, std::int64_t{4},  std::int64_t{6},
                   std::int64_t{8}, std::int64_t{16}, std::int64_t{32}};
  return {block,
          grid_axis("covering"),
          blocks,
          {.name = "unroll",
           .summary = "groups (or vectors) that a lane loads before it stores the first",
           .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
           .base = std::int64_t{2},
           .min = 1,
           .max = 8}};
}

std::uint64_t lanes_of(const problem& problem) {
  return std::min<std::uint64_t>(32, width_of(problem));
}

std::string bits_spelling(const problem& problem) {
  switch (size_bytes(element_type_of(problem))) {
    case 1:
      return "unsigned char";
    case 2:
      return "unsigned short";
    case 4:
      return "unsigned";
    default:
      return "unsigned long long";
  }
}

std::string word_spelling(const problem& problem) {
  return size_bytes(element_type_of(problem)) == 8 ? "unsigned long long" : "unsigned";
}

bool is_aligned(const problem& problem, std::uint64_t together, std::uint64_t apart) {
  const std::uint64_t element = size_bytes(element_type_of(problem));
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t input = input_offset(problem) * element;
  const std::uint64_t odd = is_split(problem) ? (n - n / 2) * element : 0;
  return input % (is_inverse(problem) ? apart : together) == 0 && odd % apart == 0;
}

launch_plan plan_exchange(const problem& problem, const config& config, const device_limits& limits,
                          const exchange& by) {
  plan_collector plan(problem);
  const std::size_t output = plan.add_output("output", input_bytes(problem));
  const template_instance kernel =
      templates::rearrange{.Exchange = by.type,
                           .Element = bits_spelling(problem),
                           .width = width_of(problem),
                           .inverse = is_inverse(problem),
                           .split = is_split(problem),
                           .aligned = is_aligned(problem, by.aligned_to, by.aligned_to),
                           .block = config.integer("block"),
                           .unroll = config.integer("unroll")};
  plan.launch_instance(
      kernel.from(by.type.file()), streaming_grid(groups_of(problem) * by.lanes, config, limits),
      static_cast<std::uint32_t>(config.integer("block")),
      {plan.input_argument(), buffer_argument{output}, scalar_argument::of(plan.n()),
       scalar_argument::of(static_cast<std::uint32_t>(problem.integer("repeats")))});
  return plan.take();
}

std::uint64_t warp_groups_of(const problem& problem, std::uint64_t lanes) {
  const std::uint64_t per_warp = 32 / lanes;
  return (groups_of(problem) + per_warp - 1) / per_warp *
         static_cast<std::uint64_t>(problem.integer("repeats"));
}

std::uint64_t exchanges_of(const problem& problem) {
  // A group of 128 elements is two pairs of registers per lane.
  return warp_groups_of(problem, lanes_of(problem)) * width_of(problem) / lanes_of(problem);
}

counter_prediction shuffles(std::string prediction,
                            std::function<std::uint64_t(const problem&, const config&)> item) {
  return {"shuffles", std::move(prediction),
          [item = std::move(item)](const problem& problem,
                                   const config& config) -> std::optional<std::uint64_t> {
            const std::uint64_t words = size_bytes(element_type_of(problem)) == 8 ? 2 : 1;
            return exchanges_of(problem) * item(problem, config) * words;
          }};
}

counter_prediction no_block_barriers() {
  return {"block_barriers", "0",
          [](const problem&, const config&) -> std::optional<std::uint64_t> { return 0; }};
}

}  // namespace warpmark::deinterleave
