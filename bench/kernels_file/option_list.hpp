#pragma once

#include <string>
#include <string_view>

namespace warpmark::kernels_file {

/// Why a compiler option is not allowed in a description from an untrusted author, as a clause;
/// empty if it is allowed. Options that change the generated code are allowed. Options that name
/// files are not, since compiler messages could reveal their contents.
std::string option_error(std::string_view option);

}  // namespace warpmark::kernels_file
