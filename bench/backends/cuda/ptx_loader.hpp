#pragma once

#include "bench/backends/cuda/driver_api.hpp"
#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::cuda {

/// Loads a kernel's PTX, which the driver compiles. Throws compiler::compile_error with the
/// driver's log if it cannot, device_memory_error if the device is out of memory, device_error
/// otherwise.
module_record_handle load_ptx(const driver_api& driver, const compiler::compiled_kernel& kernel);

/// The resources of a loaded function, as the driver reports them; those that it does not know are
/// 0. Throws device_error.
compiler::kernel_resources resources_of(const driver_api& driver, function_handle function,
                                        const std::string& name);

}  // namespace warpmark::cuda
