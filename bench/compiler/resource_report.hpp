#pragma once

#include <string_view>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// Registers, barriers, shared, constant and stack memory and spills from the log of ptxas
/// --verbose for the entry function `lowered_name`; a source may have several. Values that the log
/// lacks stay 0.
kernel_resources parse_resource_report(std::string_view log, std::string_view lowered_name);

}  // namespace warpmark::compiler
