#pragma once

#include "variants/contract/template_arguments.hpp"

// The templates of kernels/calibrate/, with their parameters.

namespace warpmark::calibrate::templates {

struct add {
  static constexpr device_template<> source{"calibrate/traffic.cuh", "calibrate::add"};
  type_argument T;
  bool_argument one_cell;
};

struct arithmetic {
  static constexpr device_template<> source{"calibrate/arithmetic.cuh", "calibrate::arithmetic"};
  type_argument Step;
  integer_argument chains;
};

struct straight_code {
  static constexpr device_template<> source{"calibrate/straight_code.cuh",
                                            "calibrate::straight_code"};
  integer_argument instructions;
};

struct write_sectors {
  static constexpr device_template<> source{"calibrate/traffic.cuh", "calibrate::write_sectors"};
  integer_argument halves;
};

}  // namespace warpmark::calibrate::templates
