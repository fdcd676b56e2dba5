#include "variants/count/shared/chunk_levels.hpp"

namespace warpmark::count {
namespace {

std::uint64_t parts(std::uint64_t whole, std::uint64_t part) { return (whole + part - 1) / part; }

}  // namespace

chunk_levels::chunk_levels(const problem& problem, const config& config)
    : n(static_cast<std::uint64_t>(problem.integer("n"))),
      chunk(static_cast<std::uint64_t>(config.integer("chunk"))),
      fanout(static_cast<std::uint64_t>(config.integer("fanout"))),
      chunks(parts(n, chunk)),
      groups(parts(chunks, fanout)),
      outer_groups(parts(groups, fanout)),
      group_records(std::min(static_cast<std::uint64_t>(problem.integer("bins")), chunk * fanout)),
      outer_records(
          std::min(static_cast<std::uint64_t>(problem.integer("bins")), chunk * fanout * fanout)),
      bins(static_cast<std::uint64_t>(problem.integer("bins"))) {}

chunk_buffers add_chunk_buffers(plan_builder& plan, const chunk_levels& levels) {
  const auto words = [&](const char* name, std::uint64_t count) {
    return plan.scratch_bytes(name, count * sizeof(std::uint32_t));
  };
  const auto records = [&](const char* name, std::uint64_t count) {
    return plan.scratch_bytes(name, count * sizeof(value_count));
  };
  plan.clear_output();
  return {.counts = words("key_counts", levels.n),
          .chunk_lists = records("chunk_lists", levels.chunks * levels.chunk),
          .group_lists = records("group_lists", levels.groups * levels.group_records),
          .group_lengths = words("group_lengths", levels.groups),
          .outer_lists = records("outer_lists", levels.outer_groups * levels.outer_records),
          .outer_lengths = words("outer_lengths", levels.outer_groups),
          .table = plan.output(),
          .table_length = words("table_length", 1)};
}

axis chunk_axis(std::vector<parameter_value> values, std::int64_t base) {
  return {.name = "chunk",
          .summary = "keys per chunk, and threads of its blocks: the article's G0",
          .values = std::move(values),
          .base = base,
          .min = 32,
          .max = 1024,
          .multiple_of = 32};
}

axis fanout_axis() {
  return {.name = "fanout",
          .summary = "lists merged into one of the level above: G1/G0 and G2/G1",
          .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}},
          .base = std::int64_t{16},
          .min = 2,
          .max = 64};
}

}  // namespace warpmark::count
