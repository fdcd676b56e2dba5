#pragma once

#include <string_view>
#include <vector>

#include "variants/contract/axis.hpp"

namespace warpmark {

/// Values that a text such as "i32,f32", "2^10..2^28", "2^10..2^28:2^3", "64..256:64", "64..1024"
/// or "all" means on an axis:
///   a,b,c         these
///   2^a..2^b:2^k  powers of two, exponent by exponent or k exponents at a time
///   a..b:s        from a by s up to b
///   a..b          the axis's own values from a to b
///   all           the axis's own values
/// Integers are written as inspect::parse_whole() reads them: 1024, 2^10, 3*2^10, 0x400.
/// Does not ask whether the axis admits them (axis::value_error does). Throws usage_error for a
/// text that is none of these, an empty range, or more than 100 000 values.
std::vector<parameter_value> parse_axis_expression(const axis& along, std::string_view text);

}  // namespace warpmark
