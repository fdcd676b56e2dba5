// E6: the library's exchange within a warp.

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::deinterleave {

namespace {

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem, const config& config,
                     const device_limits& limits) {
  plan_collector plan(problem);
  const std::size_t output = plan.add_output("output", input_bytes(problem));
  const vendor::rearrangement_kind kind{
      .element_bytes = static_cast<std::uint32_t>(size_bytes(plan.type())),
      .width = static_cast<std::uint32_t>(width_of(problem)),
      .unroll = static_cast<std::uint32_t>(config.integer("unroll")),
      .inverse = is_inverse(problem),
      .split = is_split(problem)};
  const auto repeats = static_cast<std::uint32_t>(problem.integer("repeats"));
  const auto grid = static_cast<std::uint32_t>(
      streaming_grid(groups_of(problem) * lanes_of(problem), config, limits));
  plan.call({.name = "cub::WarpExchange",
             .buffers = {plan.input_argument(), {output}},
             .call = [=, &cub, n = plan.n()](const native_context& with) {
               const auto launch =
                   vendor::found(cub, cub.library().rearrangement(kind), "exchange");
               cub.library().check(launch(with.buffers[0].address, with.buffers[1].address, n,
                                          repeats, grid, with.stream),
                                   "cub::WarpExchange");
             }});
  return plan.take();
}

// What the library has kernels for.
std::vector<axis> axes_of_cub_exchange() {
  std::vector<axis> axes = exchange_axes();
  for (axis& axis : axes) {
    if (axis.name == "block") {
      axis.values = {std::int64_t{256}};
      axis.min = axis.max = 256;
      axis.swept = false;
    } else if (axis.name == "unroll") {
      axis.values = {std::int64_t{1}, std::int64_t{4}};
      axis.base = std::int64_t{4};
      axis.max = 4;
      axis.multiple_of = 1;
      axis.power_of_two = true;
    }
  }
  return axes;
}

}  // namespace

variant vendor_cub_exchange(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "deinterleave",
          .name = "vendor_cub_exchange",
          .level = 6,
          .catalogue_id = "E6",
          .title = "cub::WarpExchange",
          .summary =
              "The vendor's library within a kernel, as a user calls it: StripedToBlocked with two "
              "items per thread (inverse: BlockedToStriped), through shared memory, since its "
              "algorithm by shuffles needs as many items as lanes. The loads and stores are those "
              "of "
              "the other exchanges, so that only the exchange differs. Compiled by nvcc into a "
              "library "
              "of its own, for blocks of 256 threads.",
          .source =
              "CUB, the warp-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the version",
          .types = word_types(),
          .axes = axes_of_cub_exchange(),
          .constraints = {covering_has_one_size(resident_blocks),
                          {"the library has it for unroll=1 and unroll=4",
                           [](const problem&, const config& config, const device_limits&) {
                             return config.integer("unroll") != 2;
                           }}},
          .costs = {.bytes = "2*N*s",
                    .operations = "shared memory: 2 stores and 2 loads per lane",
                    .synchronisation = "2 warp barriers per exchange"},
          .plan =
              [&cub](const problem& problem, const config& config, const device_limits& limits) {
                return plan_cub(cub, problem, config, limits);
              },
      },
      cub);
}

}  // namespace warpmark::deinterleave
