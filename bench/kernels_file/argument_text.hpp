#pragma once

#include <string>
#include <string_view>

#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// Reads "@NAME", "@NAME[FIRST]", "null" or "TYPE=VALUE", such as "i32=n" or "{type}=0.5". Throws
/// usage_error prefixed by `where`.
argument_description parse_argument(std::string_view text, const std::string& where);

/// Reads only "TYPE=VALUE".
value_argument parse_value(std::string_view text, const std::string& where);

}  // namespace warpmark::kernels_file
