#pragma once

#include <string_view>

#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// Reads a PTX module as NVRTC writes it. Throws parse_error with line and text.
ptx_module parse_ptx(std::string_view text);

}  // namespace warpmark::simt
