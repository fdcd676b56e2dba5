#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/weighted_histogram/ that plans use, with their parameters.

namespace warpmark::weighted_histogram::templates {

struct atomic_global {
  static constexpr device_template<> source{"weighted_histogram/atomic_global.cuh",
                                            "weighted_histogram::atomic_global"};
  type_argument W;
  integer_argument block;
};

struct shared_block {
  static constexpr device_template<> source{"weighted_histogram/shared_block.cuh",
                                            "weighted_histogram::shared_block"};
  type_argument W;
  integer_argument block;
};

}  // namespace warpmark::weighted_histogram::templates
