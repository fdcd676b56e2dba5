#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/joint_histogram/ that plans use, with their parameters.

namespace warpmark::joint_histogram::templates {

struct atomic_global {
  static constexpr device_template<> source{"joint_histogram/atomic_global.cuh",
                                            "joint_histogram::atomic_global"};
  type_argument T;
  integer_argument block;
};

struct shared_block {
  static constexpr device_template<> source{"joint_histogram/shared_block.cuh",
                                            "joint_histogram::shared_block"};
  type_argument T;
  integer_argument block;
};

}  // namespace warpmark::joint_histogram::templates
