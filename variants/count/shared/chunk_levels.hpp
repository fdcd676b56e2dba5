#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/count/shared/table.hpp"

namespace warpmark::count {

/// The levels of the chunked scheme, G0 < G1 < G2: chunks of `chunk` keys; groups of `fanout`
/// chunks; and groups of `fanout` groups. Each has a list of records; all lists are merged into the
/// one table. The last of each level may be partial.
struct chunk_levels {
  chunk_levels(const problem& problem, const config& config);

  std::uint64_t n, chunk, fanout;
  std::uint64_t chunks, groups, outer_groups;
  std::uint64_t group_records, outer_records;  ///< Maximum length of their lists.
  std::uint64_t bins;
};

/// The buffers of the chunked scheme.
struct chunk_buffers {
  std::size_t counts;  ///< Per key, the number of equal keys in its chunk.
  std::size_t chunk_lists, group_lists, group_lengths, outer_lists, outer_lengths;
  std::size_t table, table_length;
};

/// Adds them to a plan, and clears the table.
chunk_buffers add_chunk_buffers(plan_builder& plan, const chunk_levels& levels);

axis chunk_axis(std::vector<parameter_value> values, std::int64_t base);
axis fanout_axis();

}  // namespace warpmark::count
