#pragma once

#include <string>
#include <string_view>

#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// Reads "@NAME", "@NAME[FIRST]", "null" or "TYPE=VALUE", such as "i32=n" or "{type}=0.5". Throws
/// usage_error with `where` in front.
argument_description parse_argument(std::string_view text, const std::string& where);

/// "TYPE=VALUE" alone.
value_argument parse_value(std::string_view text, const std::string& where);

}  // namespace warpmark::kernels_file
