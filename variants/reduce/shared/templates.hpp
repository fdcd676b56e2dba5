#pragma once

#include "variants/contract/operator_plan.hpp"
#include "variants/contract/template_arguments.hpp"

// The templates of kernels/reduce/ that plans use, with their parameters.

namespace warpmark::reduce::templates {

struct atomic_per_block {
  static constexpr device_template<operator_arguments> source{"reduce/atomic_per_block.cuh",
                                                              "reduce::atomic_per_block"};
  integer_argument block, items;
  bool_argument shared_cell, by_warp;
};

struct atomic_single_cell {
  static constexpr device_template<operator_arguments> source{"reduce/atomic_single_cell.cuh",
                                                              "reduce::atomic_single_cell"};
  integer_argument block, items;
  bool_argument by_warp;
};

struct block_atomic {
  static constexpr device_template<operator_arguments> source{"reduce/block_atomic.cuh",
                                                              "reduce::block_atomic"};
  integer_argument block, items;
};

struct bulk_pipeline {
  static constexpr device_template<operator_arguments> source{"reduce/bulk_pipeline.cuh",
                                                              "reduce::bulk_pipeline"};
  integer_argument block, stage_bytes, stages;
  type_argument Schedule, Finish;
};

struct chunked {
  static constexpr device_template<operator_arguments> source{"reduce/chunked.cuh",
                                                              "reduce::chunked"};
  integer_argument block, chunk;
};

struct cluster {
  static constexpr device_template<operator_arguments> source{"reduce/cluster.cuh",
                                                              "reduce::cluster"};
  integer_argument block, vector_bytes, unroll;
};

struct cluster_launch_control {
  static constexpr device_template<operator_arguments> source{"reduce/cluster_launch_control.cuh",
                                                              "reduce::cluster_launch_control"};
  integer_argument block, stage_bytes, stages;
};

struct cooperative {
  static constexpr device_template<operator_arguments> source{"reduce/cooperative.cuh",
                                                              "reduce::cooperative"};
  integer_argument block, blocks_per_sm;
};

struct last_block {
  static constexpr device_template<operator_arguments> source{"reduce/last_block.cuh",
                                                              "reduce::last_block"};
  integer_argument block, items;
};

struct serial_thread {
  static constexpr device_template<operator_arguments> source{"reduce/serial_thread.cuh",
                                                              "reduce::serial_thread"};
  integer_argument unroll;
};

struct shuffle_two_level {
  static constexpr device_template<operator_arguments> source{"reduce/shuffle_two_level.cuh",
                                                              "reduce::shuffle_two_level"};
  integer_argument block, items;
  type_argument Exchange;
  bool_argument every_warp;
};

struct strided {
  static constexpr device_template<operator_arguments> source{"reduce/strided.cuh",
                                                              "reduce::strided"};
  integer_argument block, width, unroll;
};

struct tensor_core {
  static constexpr device_template<operator_arguments> source{"reduce/tensor_core.cuh",
                                                              "reduce::tensor_core"};
  integer_argument block, unroll;
};

struct tree_first_add {
  static constexpr device_template<operator_arguments> source{"reduce/tree_first_add.cuh",
                                                              "reduce::tree_first_add"};
  integer_argument block;
};

struct tree_full_unroll {
  static constexpr device_template<operator_arguments> source{"reduce/tree_full_unroll.cuh",
                                                              "reduce::tree_full_unroll"};
  integer_argument block;
};

struct tree_interleaved_compact {
  static constexpr device_template<operator_arguments> source{"reduce/tree_interleaved_compact.cuh",
                                                              "reduce::tree_interleaved_compact"};
  integer_argument block, items;
  bool_argument padded;
};

struct tree_interleaved_divergent {
  static constexpr device_template<operator_arguments> source{
      "reduce/tree_interleaved_divergent.cuh", "reduce::tree_interleaved_divergent"};
  integer_argument block, items;
  bool_argument use_modulo;
};

struct tree_multi_add {
  static constexpr device_template<operator_arguments> source{"reduce/tree_multi_add.cuh",
                                                              "reduce::tree_multi_add"};
  integer_argument block;
};

struct tree_sequential {
  static constexpr device_template<operator_arguments> source{"reduce/tree_sequential.cuh",
                                                              "reduce::tree_sequential"};
  integer_argument block, items;
};

struct tree_unroll_last_warp {
  static constexpr device_template<operator_arguments> source{"reduce/tree_unroll_last_warp.cuh",
                                                              "reduce::tree_unroll_last_warp"};
  integer_argument block;
  bool_argument shuffles;
};

struct vectorised {
  static constexpr device_template<operator_arguments> source{"reduce/vectorised.cuh",
                                                              "reduce::vectorised"};
  integer_argument block, vector_bytes, unroll;
  type_argument Finish;
};

}  // namespace warpmark::reduce::templates
