#pragma once

#include <string>
#include <string_view>

namespace warpmark::kernels_file {

/// Why a compiler's option may not come from a description that somebody else wrote, as a clause;
/// empty if it may. Allowed are options that change the generated code; not those that name files,
/// which a message of the compiler could show.
std::string option_error(std::string_view option);

}  // namespace warpmark::kernels_file
