#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/merge/ that plans use, with their parameters.

namespace warpmark::merge::templates {

struct block_sort {
  static constexpr device_template<> source{"merge/block_sort.cuh", "merge::block_sort"};
  type_argument Key, Payload;
  integer_argument block, items;
  type_argument Method;
  bool_argument bitonic_warps;
};

struct find_splits {
  static constexpr device_template<> source{"merge/merge_path.cuh", "merge::find_splits"};
  type_argument Key;
  integer_argument block;
};

struct merge_path {
  static constexpr device_template<> source{"merge/merge_path.cuh", "merge::merge_path"};
  type_argument Key, Payload;
  integer_argument block, items;
  type_argument Method, Search;
};

struct find_multiway_splits {
  static constexpr device_template<> source{"merge/multiway_path.cuh",
                                            "merge::find_multiway_splits"};
  type_argument Key;
  integer_argument block, ways;
};

struct multiway_path {
  static constexpr device_template<> source{"merge/multiway_path.cuh", "merge::multiway_path"};
  type_argument Key, Payload;
  integer_argument block, items, ways;
  type_argument Loads;
};

struct multiway_ranks {
  static constexpr device_template<> source{"merge/multiway_ranks.cuh", "merge::multiway_ranks"};
  type_argument Key, Payload;
  integer_argument block;
};

struct rank_samples {
  static constexpr device_template<> source{"merge/rank_search.cuh", "merge::rank_samples"};
  type_argument Key;
  integer_argument stride;
};

struct merge_intervals {
  static constexpr device_template<> source{"merge/rank_search.cuh", "merge::merge_intervals"};
  type_argument Key, Payload;
  integer_argument stride;
};

struct thread_network {
  static constexpr device_template<> source{"merge/thread_network.cuh", "merge::thread_network"};
  type_argument Key;
  integer_argument width;
  type_argument Network;
  integer_argument block;
};

struct thread_serial_vec4 {
  static constexpr device_template<> source{"merge/thread_serial_vec4.cuh",
                                            "merge::thread_serial_vec4"};
  type_argument Key;
  integer_argument width;
  type_argument Network;
  integer_argument ahead;
  bool_argument selects;
  integer_argument block;
};

}  // namespace warpmark::merge::templates
