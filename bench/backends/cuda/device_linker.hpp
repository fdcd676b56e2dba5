#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/backends/cuda/driver_api.hpp"

namespace warpmark::cuda {

/// Links a relocatable cubin with CUDA's device runtime, libcudadevrt.a, through which kernels
/// launch kernels. The library is that of the environment variable WARPMARK_CUDADEVRT, else that of
/// a toolkit on this machine. `name` is for messages. Returns a cubin that can be loaded. Throws
/// unsupported_kernel without that library or without linker support in the driver, device_error if
/// linking fails.
std::vector<char> link_with_device_runtime(const driver_api& driver, std::span<const char> cubin,
                                           const std::string& name);

}  // namespace warpmark::cuda
