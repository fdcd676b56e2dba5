#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/compiler/kernel_compiler.hpp"
#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {

/// Stands for the headers that nvcc includes before a source: --pre-include names it.
inline constexpr const char* implicit_header = "warpmark/implicit_names.h";

/// Stubs for the headers of the host that NVRTC does not have, for the sources of one compilation.
/// They declare what device code and declarations in reach of it use: names of the C library, types
/// of CUDA's libraries, and the parts of the C++ library that libcu++ has for the device, lifted
/// into namespace std. Everything else of them is empty. Headers below the folders of some
/// libraries, such as torch/, are stubbed if a source includes them. `sources` are the texts.
std::vector<compiler::header_text> host_headers(const std::vector<std::string_view>& sources);

}  // namespace warpmark::inspect
