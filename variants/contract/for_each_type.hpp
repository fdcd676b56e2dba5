#pragma once

#include <cstdint>

#include "base/small_floats.hpp"

// For explicit instantiations: `of_integer(T)` for each integer element type, `of_float(T)` for
// each floating one (element_type.hpp).
#define WARPMARK_FOR_EACH_TYPE(of_integer, of_float)                                              \
  of_integer(std::int8_t) of_integer(std::uint8_t) of_integer(std::int16_t)                       \
      of_integer(std::uint16_t) of_integer(std::int32_t) of_integer(std::uint32_t)                \
          of_integer(std::int64_t) of_integer(std::uint64_t) of_float(float16) of_float(bfloat16) \
              of_float(float) of_float(double)
