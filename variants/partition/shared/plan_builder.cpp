#include "variants/partition/shared/plan_builder.hpp"

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::partition {

plan_builder::plan_builder(const problem& problem)
    : keyed_plan(problem),
      parts_(static_cast<unsigned>(problem.integer("parts"))),
      pivot_(dispatch_partitioned(type(), [&]<class T>(std::type_identity<T>) {
        return scalar_argument::of(pivot_of<T>(problem));
      })) {
  counts_ = add_output("counts", (parts_ - 1) * sizeof(std::uint64_t));
}

void plan_builder::clear_counts() {
  fill({counts_}, scalar_argument::of(std::uint32_t{0}), 2 * (parts_ - 1));
}

std::vector<kernel_argument> plan_builder::arguments(std::vector<kernel_argument> more) const {
  std::vector<kernel_argument> all = {keys_argument(from()),    payload_argument(from()),
                                      keys_argument(to()),      payload_argument(to()),
                                      scalar_argument::of(n()), pivot_};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

axis tile_block_axis() {
  axis block = block_axis(false);
  block.values = {std::int64_t{128}, std::int64_t{256}, std::int64_t{512}, std::int64_t{1024}};
  return block;
}

axis items_axis(std::int64_t base) {
  return {.name = "items",
          .summary = "elements per thread",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                     std::int64_t{16}},
          .base = base,
          .min = 1,
          .max = 32};
}

constraint makes_two_parts() {
  return {"it makes two parts; partition/three_way and partition/three_way_lookahead make three",
          [](const problem& problem, const config&, const device_limits&) {
            return problem.integer("parts") == 2;
          }};
}

constraint makes_three_parts() {
  return {"it makes three parts: parts=3",
          [](const problem& problem, const config&, const device_limits&) {
            return problem.integer("parts") == 3;
          }};
}

constraint counts_in_32_bits() {
  return {"it counts elements in 32 bits: n is below 2^32",
          [](const problem& problem, const config&, const device_limits&) {
            return problem.integer("n") < std::int64_t{1} << 32;
          }};
}

std::size_t record_bytes(const problem& problem) {
  return size_bytes(element_type_of(problem)) + (problem.text("payload") == "none" ? 0 : 4);
}

}  // namespace warpmark::partition
