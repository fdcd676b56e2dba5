#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/partition/ that plans use, with their parameters.

namespace warpmark::partition::templates {

struct block_aggregated {
  static constexpr device_template<> source{"partition/block_aggregated.cuh",
                                            "partition::block_aggregated"};
  type_argument T, Payload, Placing;
  integer_argument block, items;
};

struct decoupled_lookahead {
  static constexpr device_template<> source{"partition/decoupled_lookahead.cuh",
                                            "partition::decoupled_lookahead"};
  type_argument T, Payload;
  integer_argument block, rows, stages, ahead, blocks_per_sm;
};

struct decoupled_lookback {
  static constexpr device_template<> source{"partition/decoupled_lookback.cuh",
                                            "partition::decoupled_lookback"};
  type_argument T, Payload, Delay;
  bool_argument clears;
  integer_argument block, rows;
};

struct count_tiles {
  static constexpr device_template<> source{"partition/scan_scatter.cuh", "partition::count_tiles"};
  type_argument T;
  integer_argument block, items;
};

struct scatter_tiles {
  static constexpr device_template<> source{"partition/scan_scatter.cuh",
                                            "partition::scatter_tiles"};
  type_argument T, Payload, Placing;
  integer_argument block, items;
};

struct single_wave {
  static constexpr device_template<> source{"partition/single_wave.cuh", "partition::single_wave"};
  type_argument T, Payload;
  integer_argument block, rows, blocks_per_sm;
};

struct thread_atomic {
  static constexpr device_template<> source{"partition/thread_atomic.cuh",
                                            "partition::thread_atomic"};
  type_argument T, Payload;
  integer_argument block;
};

struct three_way {
  static constexpr device_template<> source{"partition/three_way.cuh", "partition::three_way"};
  type_argument T, Payload;
  integer_argument block, items;
};

struct insert_middle {
  static constexpr device_template<> source{"partition/insert_middle.cuh",
                                            "partition::insert_middle"};
  type_argument T, Payload;
  integer_argument block;
};

struct fill_middle {
  static constexpr device_template<> source{"partition/insert_middle.cuh",
                                            "partition::fill_middle"};
  type_argument T;
  integer_argument block;
};

struct three_way_lookahead {
  static constexpr device_template<> source{"partition/three_way_lookahead.cuh",
                                            "partition::three_way_lookahead"};
  type_argument T, Payload;
  integer_argument block, rows, stages, ahead, blocks_per_sm;
};

struct warp_ballot_atomic {
  static constexpr device_template<> source{"partition/warp_ballot_atomic.cuh",
                                            "partition::warp_ballot_atomic"};
  type_argument T, Payload, Counters;
  integer_argument block, items;
};

}  // namespace warpmark::partition::templates
