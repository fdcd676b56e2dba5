// R4: repeated block sums. The general form of a multi-launch reduction.

#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"

namespace warpmark::reduce {

namespace {

struct in_block_method {
  const char* name;
  const char* kernel;
  std::vector<std::string> more_arguments;
};

const in_block_method& method_of(const config& config) {
  static const std::vector<in_block_method> methods = {
      {"interleaved_divergent", "tree_interleaved_divergent", {"false"}},
      {"interleaved_compact", "tree_interleaved_compact", {"false"}},
      {"sequential", "tree_sequential", {}},
      {"shuffle", "shuffle_two_level", {"warp::exchange_down", "false"}},
  };
  for (const auto& method : methods)
    if (config.text("method") == method.name) return method;
  throw std::out_of_range("unknown in-block method " + config.text("method"));
}

std::uint64_t tile_of(const config& config) {
  return static_cast<std::uint64_t>(config.integer("block") * config.integer("items"));
}

std::optional<std::uint64_t> launches(const problem& problem, const config& config) {
  return pass_count(static_cast<std::uint64_t>(problem.integer("n")), tile_of(config));
}

std::optional<std::uint64_t> load_sectors(const problem& problem, const config& config) {
  if (!loads_whole_sectors(problem)) return std::nullopt;
  return sectors_of_passes(problem, tile_of(config));
}

}  // namespace

variant tree_multipass() {
  return {
      .family = "reduce",
      .name = "tree_multipass",
      .level = 4,
      .catalogue_id = "R4",
      .title = "block sums of block sums, pass by pass",
      .summary =
          "Each pass reduces every tile of block * items elements to one value, until one is left: "
          "N, N/T, N/T^2, ... With T = 256, 2^28 elements take 4 launches. The in-block method is "
          "an axis, to show how little it matters if launches or memory are the bottleneck. Launch "
          "gaps dominate small inputs; the last passes run one block.",
      .source = "lecture-2019, 09:20-10:47 and 42:05",
      .types = all_element_types(),
      .axes = {block_axis(true),
               items_axis(),
               {.name = "method",
                .summary = "how a block reduces its tile",
                .values = {"interleaved_divergent", "interleaved_compact", "sequential", "shuffle"},
                .base = "shuffle"}},
      .constraints = {order_needs_one_item(),
                      {"op=recurrence takes elements in their order, method=sequential does not",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return ops::is_commutative(problem.text("op")) ||
                                config.text("method") != "sequential";
                       }}},
      .costs = {.bytes = "N*s*T/(T-1) read, N*s/(T-1) written, T = block*items",
                .operations = "N - 1",
                .synchronisation = "ceil(log_T N) launches"},
      .predictions = {{"launches", "ceil(log_T N), at least 1", launches},
                      {"global_load_sectors",
                       "ceil(N*s/32), then as much for the partial results of each pass",
                       load_sectors}},
      .plan =
          [](const problem& problem, const config& config, const device_limits&) {
            plan_builder plan(problem);
            const auto block = static_cast<std::uint32_t>(config.integer("block"));
            const auto items = static_cast<std::uint32_t>(config.integer("items"));
            const in_block_method& method = method_of(config);
            std::vector<std::string> arguments = {fmt::to_string(block), fmt::to_string(items)};
            arguments.insert(arguments.end(), method.more_arguments.begin(),
                             method.more_arguments.end());
            add_passes(plan, {method.kernel, arguments, block, items}, plan.input(), plan.n());
            return plan.take();
          },
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            // 10 covers log2(1024) and the two levels of five shuffles alike.
            return passes_rounding_depth(static_cast<std::uint64_t>(problem.integer("n")),
                                         static_cast<std::uint32_t>(config.integer("block")),
                                         static_cast<std::uint32_t>(config.integer("items")), 10);
          },
  };
}

}  // namespace warpmark::reduce
