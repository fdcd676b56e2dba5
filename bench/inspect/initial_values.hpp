#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/number.hpp"
#include "base/value_type.hpp"

namespace warpmark::inspect {

/// The contents of a buffer before the first launch.
struct initial_values {
  enum class rule {
    constant,  ///< Every element is parameters[0].
    arange,    ///< parameters[0] + i * parameters[1].
    uniform,   ///< From parameters[0] to [1]; integers include the upper bound, floats exclude it.
    normal,    ///< Mean parameters[0], standard deviation parameters[1].
    permutation,    ///< 0 … n - 1 in random order.
    distribution,   ///< One of variants/contract/distribution.hpp, by name.
    uninitialised,  ///< Reading before writing is a fault.
    file            ///< An .npy file.
  };
  rule fill_rule = rule::constant;
  std::array<number, 2> parameters = {};
  std::string name = {};  ///< Name of the distribution or the file.
};

/// "zeros", "3", "arange(0,2)", "uniform(-1,1)", "@data.npy", … for elements of `kind`. Throws
/// usage_error with the invalid part and the expected form.
initial_values parse_initial_values(value_kind kind, std::string_view text);

}  // namespace warpmark::inspect
