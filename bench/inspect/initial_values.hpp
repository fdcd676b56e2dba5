#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/number.hpp"
#include "base/value_type.hpp"

namespace warpmark::inspect {

/// What a buffer holds before the first launch.
struct initial_values {
  enum class rule {
    constant,       ///< Every element is parameters[0].
    arange,         ///< parameters[0] + i * parameters[1].
    uniform,        ///< From parameters[0] to [1]: integers with both, floats without the upper.
    normal,         ///< Mean parameters[0], standard deviation parameters[1].
    permutation,    ///< 0 … n - 1 in random order.
    distribution,   ///< One of variants/contract/distribution.hpp, by name.
    uninitialised,  ///< Nothing: reading it before writing is a fault.
    file            ///< An .npy file.
  };
  rule how = rule::constant;
  std::array<number, 2> parameters = {};
  std::string name = {};  ///< Of the distribution or the file.
};

/// "zeros", "3", "arange(0,2)", "uniform(-1,1)", "@data.npy", … for elements of `kind`. Throws
/// usage_error that names the part and what is expected.
initial_values parse_initial_values(value_kind kind, std::string_view text);

}  // namespace warpmark::inspect
