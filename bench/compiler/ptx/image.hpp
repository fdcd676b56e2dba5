#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_limits.hpp"
#include "bench/compiler/ptx/target.hpp"

namespace warpmark::compiler {

/// The most bytes of PTX that are taken from one file, decompressed.
inline constexpr std::uint64_t max_ptx_bytes = 256 * input::mib;

/// Whether a source is for kernel_of_ptx(): PTX, by its first directive or the file name's ending,
/// or a device image that may hold PTX.
bool holds_ptx(std::string_view file_name, std::string_view source);

/// The architectures of the PTX in a source, ascending, each once. Throws usage_error if it is
/// damaged or has no PTX.
std::vector<ptx_target> ptx_targets(std::string_view source);

/// The PTX modules of a source. If it has a module for several architectures, the newest one that
/// `device` runs. Throws usage_error if it is damaged, or has no PTX that the device runs.
std::vector<std::string> ptx_modules(std::string_view source, const ptx_target& device);

}  // namespace warpmark::compiler
