#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/sort/ that plans use, with their parameters.

namespace warpmark::sort::templates {

struct bitonic_steps {
  static constexpr device_template<> source{"sort/bitonic.cuh", "sort::bitonic_steps"};
  type_argument Key, Payload;
  integer_argument block, steps;
  bool_argument mirrored;
};

struct bitonic_tiles {
  static constexpr device_template<> source{"sort/bitonic.cuh", "sort::bitonic_tiles"};
  type_argument Key, Payload;
  integer_argument block, items, fused;
  bool_argument halved;
};

struct enumeration {
  static constexpr device_template<> source{"sort/enumeration.cuh", "sort::enumeration"};
  type_argument Key, Payload;
  integer_argument block, items;
};

struct sample_splitters {
  static constexpr device_template<> source{"sort/hybrid_split.cuh", "sort::sample_splitters"};
  type_argument Key;
  integer_argument block, max_samples;
};

struct count_lists {
  static constexpr device_template<> source{"sort/hybrid_split.cuh", "sort::count_lists"};
  type_argument Key;
  integer_argument block, items, max_lists;
};

struct scatter_to_lists {
  static constexpr device_template<> source{"sort/hybrid_split.cuh", "sort::scatter_to_lists"};
  type_argument Key;
  integer_argument block, items, max_lists;
};

struct sort_lists {
  static constexpr device_template<> source{"sort/hybrid_split.cuh", "sort::sort_lists"};
  type_argument Key;
  integer_argument width, ahead, block;
};

struct quicksort_ballot {
  static constexpr device_template<> source{"sort/quicksort_ballot.cuh", "sort::quicksort_ballot"};
  type_argument Key, Payload;
  integer_argument block, items;
};

struct radix_block {
  static constexpr device_template<> source{"sort/radix_block.cuh", "sort::radix_block"};
  type_argument Key, Payload;
  integer_argument block, items;
  type_argument Matching;
};

struct radix_cooperative {
  static constexpr device_template<> source{"sort/radix_cooperative.cuh",
                                            "sort::radix_cooperative"};
  type_argument Key, Payload;
  integer_argument block, items;
  type_argument Matching;
  integer_argument blocks_per_sm;
};

struct gather_payloads {
  static constexpr device_template<> source{"sort/radix_onesweep.cuh", "sort::gather_payloads"};
  type_argument Payload;
  integer_argument block, items;
};

struct radix_upsweep {
  static constexpr device_template<> source{"sort/radix_reduce_then_scan.cuh",
                                            "sort::radix_upsweep"};
  type_argument In;
  integer_argument block, items;
};

struct radix_scan_counts {
  static constexpr device_template<> source{"sort/radix_reduce_then_scan.cuh",
                                            "sort::radix_scan_counts"};
  integer_argument block;
};

struct radix_downsweep {
  static constexpr device_template<> source{"sort/radix_reduce_then_scan.cuh",
                                            "sort::radix_downsweep"};
  type_argument In, Out, Payload;
  integer_argument block, items;
  type_argument Matching;
  integer_argument min_blocks;
};

struct radix_histogram {
  static constexpr device_template<> source{"sort/radix_histogram.cuh", "sort::radix_histogram"};
  type_argument Key;
  integer_argument block, copies, min_blocks;
  bool_argument finds_active;
};

struct radix_onesweep {
  static constexpr device_template<> source{"sort/radix_onesweep.cuh", "sort::radix_onesweep"};
  type_argument In, Out, Payload, Word;
  integer_argument block, items;
  type_argument Matching, Payloads;
  integer_argument looks, min_blocks;
  bool_argument counts_first, all_resident;
};

struct radix_onesweep_if_active {
  static constexpr device_template<> source{"sort/radix_onesweep.cuh",
                                            "sort::radix_onesweep_if_active"};
  type_argument Key, Payload, Word;
  integer_argument block, items;
  type_argument Matching, Payloads;
  integer_argument looks, min_blocks;
  bool_argument counts_first, all_resident;
};

struct rank_search_tiles {
  static constexpr device_template<> source{"sort/rank_search.cuh", "sort::rank_search_tiles"};
  type_argument Key, Payload;
  integer_argument block, items;
};

struct sample_count {
  static constexpr device_template<> source{"sort/sample_split.cuh", "sort::sample_count"};
  type_argument Key;
  integer_argument block, items;
};

struct sample_scatter {
  static constexpr device_template<> source{"sort/sample_split.cuh", "sort::sample_scatter"};
  type_argument Key, Payload;
  integer_argument block, items;
};

struct list_buckets {
  static constexpr device_template<> source{"sort/sample_sort.cuh", "sort::list_buckets"};
  type_argument Bits;
  integer_argument block;
};

struct sort_bucket_tiles {
  static constexpr device_template<> source{"sort/sample_sort.cuh", "sort::sort_bucket_tiles"};
  type_argument Key, Payload;
  integer_argument block, items;
  type_argument Method;
};

struct merge_bucket_tiles {
  static constexpr device_template<> source{"sort/sample_sort.cuh", "sort::merge_bucket_tiles"};
  type_argument Key, Payload;
  integer_argument block, items;
  type_argument Method;
};

}  // namespace warpmark::sort::templates
