#include "variants/merge/shared/serial_pass.hpp"

#include "variants/merge/shared/templates.hpp"

namespace warpmark::merge {

serial_shape serial_shape_of(const config& config) {
  return {.block = static_cast<std::uint32_t>(config.integer("block")),
          .width = static_cast<std::uint32_t>(config.integer("width")),
          .network = config.text("network"),
          .ahead = static_cast<std::uint32_t>(config.integer("ahead")),
          .selects = config.text("refill") == "select"};
}

std::vector<axis> serial_axes() {
  return {{.name = "width",
           .summary = "keys per vector; 4 in the paper",
           .values = {std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
           .base = std::int64_t{4},
           .min = 2,
           .max = 8,
           .power_of_two = true},
          {.name = "network",
           .summary = "how each half of a step is sorted: half_cleaners, which suffice since a "
                      "half is bitonic, or a full sort by odd_even_merge, as in the paper",
           .values = {"half_cleaners", "odd_even_merge"},
           .base = "half_cleaners"},
          {.name = "ahead",
           .summary = "vectors of either run that are loaded before they are needed",
           .values = {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{4}},
           .base = std::int64_t{1},
           .min = 0,
           .max = 4},
          {.name = "refill",
           .summary = "how the next vector is chosen: by a branch, or by selects for either run",
           .values = {"branch", "select"},
           .base = "branch"}};
}

std::vector<constraint> serial_constraints() {
  return {{"refill=select takes the next vector from registers: ahead >= 1",
           [](const problem&, const config& config, const device_limits&) {
             return config.text("refill") == "branch" || config.integer("ahead") >= 1;
           }},
          keys_only()};
}

std::vector<element_type> key_types() {
  return {element_type::i32, element_type::u32, element_type::i64,
          element_type::u64, element_type::f32, element_type::f64};
}

void add_network(keyed_plan& plan, const std::string& network, std::uint32_t width,
                 std::uint32_t block, const keyed_buffers& from, const keyed_buffers& to) {
  plan.launch_instance(templates::thread_network{.Key = plan.key_spelling(),
                                                 .width = width,
                                                 .Network = "merge::" + network,
                                                 .block = block},
                       blocks_for(plan.n(), std::uint64_t{width} * block), block,
                       {plan.keys_argument(from), plan.keys_argument(to),
                        scalar_argument::of(std::uint64_t{plan.n()})});
}

void add_serial_pass(keyed_plan& plan, const serial_shape& shape, std::uint64_t run,
                     const keyed_buffers& from, const keyed_buffers& to) {
  plan.launch_instance(templates::thread_serial_vec4{.Key = plan.key_spelling(),
                                                     .width = shape.width,
                                                     .Network = "merge::" + shape.network,
                                                     .ahead = shape.ahead,
                                                     .selects = shape.selects,
                                                     .block = shape.block},
                       blocks_for(plan.n(), 2 * run * shape.block), shape.block,
                       {plan.keys_argument(from), plan.keys_argument(to),
                        scalar_argument::of(std::uint64_t{plan.n()}), scalar_argument::of(run)});
}

constraint keys_only() {
  return {"keys alone: vectors have no room for a payload",
          [](const problem& problem, const config&, const device_limits&) {
            return problem.text("payload") == "none";
          }};
}

}  // namespace warpmark::merge
