#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/count/ that plans use, with their parameters.

namespace warpmark::count::templates {

/// What the kernels whose blocks count privately begin with.
struct private_arguments {
  type_argument T;
  integer_argument bins, block, unroll;
  type_argument Merge;
};

struct all_pairs {
  static constexpr device_template<> source{"count/all_pairs.cuh", "count::all_pairs"};
  type_argument T;
  integer_argument block, tile, items;
};

struct atomic_global {
  static constexpr device_template<> source{"count/atomic_global.cuh", "count::atomic_global"};
  type_argument T;
  integer_argument bins, block, unroll;
};

struct bin_ranges {
  static constexpr device_template<> source{"count/bin_ranges.cuh", "count::bin_ranges"};
  type_argument T;
  integer_argument block, unroll;
};

struct size_parts {
  static constexpr device_template<> source{"count/bin_parts.cuh", "count::size_parts"};
  type_argument T;
  integer_argument block, unroll;
};

struct place_parts {
  static constexpr device_template<> source{"count/bin_parts.cuh", "count::place_parts"};
  integer_argument block;
};

struct move_to_parts {
  static constexpr device_template<> source{"count/bin_parts.cuh", "count::move_to_parts"};
  type_argument T;
  integer_argument block, items;
};

struct count_parts {
  static constexpr device_template<> source{"count/bin_parts.cuh", "count::count_parts"};
  integer_argument block;
};

struct count_if {
  static constexpr device_template<> source{"count/chunked.cuh", "count::count_if"};
  type_argument T;
  integer_argument chunk;
};

struct list_chunk {
  static constexpr device_template<> source{"count/chunked.cuh", "count::list_chunk"};
  type_argument T;
  integer_argument chunk;
};

struct merge_lists {
  static constexpr device_template<> source{"count/chunked.cuh", "count::merge_lists"};
  bool_argument gaps;
};

struct chunked_device_launch {
  static constexpr device_template<> source{"count/chunked_device_launch.cuh",
                                            "count::chunked_device_launch"};
  type_argument T;
  integer_argument chunk, fanout;
  bool_argument chain;
};

struct cluster_shared {
  static constexpr device_template<> source{"count/cluster_shared.cuh", "count::cluster_shared"};
  type_argument T;
  integer_argument bins, block, unroll, blocks;
};

struct hash {
  static constexpr device_template<> source{"count/hash.cuh", "count::hash"};
  type_argument T;
  integer_argument block, slots, probes;
};

struct hash_matched {
  static constexpr device_template<> source{"count/hash_matched.cuh", "count::hash_matched"};
  type_argument T;
  integer_argument block, slots;
};

struct hot_bins {
  static constexpr device_template<> source{"count/hot_bins.cuh", "count::hot_bins"};
  type_argument T;
  integer_argument block, unroll;
  type_argument Cache;
};

struct list_slots {
  static constexpr device_template<> source{"count/hash.cuh", "count::list_slots"};
  integer_argument block;
};

struct packed_halves {
  static constexpr device_template<private_arguments> source{"count/packed_halves.cuh",
                                                             "count::packed_halves"};
  bool_argument runs;
};

struct per_thread_bytes {
  static constexpr device_template<private_arguments> source{"count/per_thread_bytes.cuh",
                                                             "count::per_thread_bytes"};
};

struct replicated {
  static constexpr device_template<private_arguments> source{"count/replicated.cuh",
                                                             "count::replicated"};
  integer_argument copies;
  type_argument Layout;
};

struct run_length {
  static constexpr device_template<private_arguments> source{"count/run_length.cuh",
                                                             "count::run_length"};
};

struct run_lengths {
  static constexpr device_template<> source{"count/run_lengths.cuh", "count::run_lengths"};
  type_argument T;
  integer_argument block;
};

struct shared_block {
  static constexpr device_template<private_arguments> source{"count/shared_block.cuh",
                                                             "count::shared_block"};
};

struct shared_warp {
  static constexpr device_template<private_arguments> source{"count/shared_warp.cuh",
                                                             "count::shared_warp"};
};

struct sum_tables {
  static constexpr device_template<> source{"count/sum_tables.cuh", "count::sum_tables"};
  integer_argument block, bins_of_block;
};

struct warp_aggregated {
  static constexpr device_template<private_arguments> source{"count/warp_aggregated.cuh",
                                                             "count::warp_aggregated"};
  type_argument Finder;
};

}  // namespace warpmark::count::templates
