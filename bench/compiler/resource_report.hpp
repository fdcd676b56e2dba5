#pragma once

#include <string_view>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// Registers, barriers, shared, constant and stack memory and spills out of the log that ptxas
/// writes with --verbose about the entry function `lowered_name`; a source may have several. What
/// the log does not mention stays 0.
kernel_resources parse_resource_report(std::string_view log, std::string_view lowered_name);

}  // namespace warpmark::compiler
