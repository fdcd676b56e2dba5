#pragma once

#include "variants/contract/operator_plan.hpp"
#include "variants/contract/template_arguments.hpp"

// The templates of kernels/scan/ that plans use, with their parameters.

namespace warpmark::scan::templates {

/// What the methods by which a block scans its tile begin with.
struct method_arguments {
  type_argument Op;
  integer_argument block;
};

struct add_prefixes {
  static constexpr device_template<operator_arguments> source{"scan/add_prefixes.cuh",
                                                              "scan::add_prefixes"};
  integer_argument block, tile_size;
};

struct anchored_lookback {
  static constexpr device_template<> source{"scan/anchored_lookback.cuh",
                                            "scan::anchored_lookback"};
  type_argument Tile;
  bool_argument inclusive;
  integer_argument period;
};

struct all_gather {
  static constexpr device_template<operator_arguments> source{"scan/all_gather.cuh",
                                                              "scan::all_gather"};
  bool_argument inclusive;
  integer_argument block, rows, blocks_per_sm;
};

struct chained {
  static constexpr device_template<> source{"scan/chained.cuh", "scan::chained"};
  type_argument Tile;
  bool_argument inclusive;
  type_argument Message;
};

struct packed_message {
  static constexpr device_template<> source{"scan/chained.cuh", "scan::packed_message"};
  type_argument Value;
};

struct fenced_message {
  static constexpr device_template<> source{"scan/chained.cuh", "scan::fenced_message"};
  type_argument Value;
};

struct decoupled_fallback {
  static constexpr device_template<> source{"scan/decoupled_fallback.cuh",
                                            "scan::decoupled_fallback"};
  type_argument Tile;
  bool_argument inclusive;
  integer_argument polls;
};

struct decoupled_lookahead {
  static constexpr device_template<operator_arguments> source{"scan/decoupled_lookahead.cuh",
                                                              "scan::decoupled_lookahead"};
  bool_argument inclusive;
  integer_argument block, rows, stages, ahead;
  type_argument Hold;
  integer_argument blocks_per_sm;
};

struct decoupled_lookback {
  static constexpr device_template<> source{"scan/decoupled_lookback.cuh",
                                            "scan::decoupled_lookback"};
  type_argument Tile;
  bool_argument inclusive;
  type_argument Delay;
  bool_argument clears;
};

struct fixed_delay {
  static constexpr device_template<> source{"scan/decoupled_lookback.cuh", "scan::fixed_delay"};
  integer_argument ns;
};

struct backoff_delay {
  static constexpr device_template<> source{"scan/decoupled_lookback.cuh", "scan::backoff_delay"};
  integer_argument ns;
};

struct reduce_tiles {
  static constexpr device_template<> source{"scan/reduce_tiles.cuh", "scan::reduce_tiles"};
  type_argument In, Op;
  integer_argument block, items;
};

struct scan_tiles {
  static constexpr device_template<> source{"scan/scan_tiles.cuh", "scan::scan_tiles"};
  type_argument Tile;
  bool_argument inclusive, seeded;
};

struct single_wave {
  static constexpr device_template<operator_arguments> source{"scan/single_wave.cuh",
                                                              "scan::single_wave"};
  bool_argument inclusive;
  integer_argument block, rows, blocks_per_sm;
};

struct tile {
  static constexpr device_template<operator_arguments> source{"scan/tile.cuh", "scan::tile"};
  type_argument Method;
  integer_argument items_per_segment;
  bool_argument transposed;
};

struct tensor_tile {
  static constexpr device_template<operator_arguments> source{"scan/tensor_core.cuh",
                                                              "scan::tensor_tile"};
  integer_argument threads, matrices;
};

struct hillis_steele {
  static constexpr device_template<method_arguments> source{"scan/hillis_steele.cuh",
                                                            "scan::hillis_steele"};
  integer_argument buffers;
};

struct blelloch {
  static constexpr device_template<method_arguments> source{"scan/blelloch.cuh", "scan::blelloch"};
  type_argument Padding;
};

struct brent_kung {
  static constexpr device_template<method_arguments> source{"scan/brent_kung.cuh",
                                                            "scan::brent_kung"};
  type_argument Padding;
};

struct kogge_stone {
  static constexpr device_template<method_arguments> source{"scan/kogge_stone.cuh",
                                                            "scan::kogge_stone"};
};

struct raking {
  static constexpr device_template<method_arguments> source{"scan/raking.cuh", "scan::raking"};
  type_argument Padding;
};

struct sklansky {
  static constexpr device_template<method_arguments> source{"scan/sklansky.cuh", "scan::sklansky"};
};

struct shuffle_two_level {
  static constexpr device_template<method_arguments> source{"scan/shuffle_two_level.cuh",
                                                            "scan::shuffle_two_level"};
};

}  // namespace warpmark::scan::templates
