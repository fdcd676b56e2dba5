#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/copy/ that plans use, with their parameters.

namespace warpmark::copy::templates {

struct vectorised {
  static constexpr device_template<> source{"copy/vectorised.cuh", "copy::vectorised"};
  integer_argument block, unroll;
};

}  // namespace warpmark::copy::templates
