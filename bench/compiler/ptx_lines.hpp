#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "simt/timing/load_schedule.hpp"

namespace warpmark::compiler {

/// The line of PTX that each machine instruction of a kernel was compiled from, sorted by offset in
/// its code. ptxas writes it with `-lineinfo`, in a section that has the format of DWARF 2's line
/// numbers. Empty if the cubin does not have it, or if it is damaged.
std::vector<simt::ptx_line_row> ptx_lines(std::span<const char> cubin,
                                          std::string_view lowered_name);

}  // namespace warpmark::compiler
