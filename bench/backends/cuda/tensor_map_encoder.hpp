#pragma once

#include <cstddef>
#include <vector>

#include "base/tensor_map.hpp"
#include "bench/backends/cuda/driver_api.hpp"

namespace warpmark::cuda {

/// The bytes of a CUtensorMap, by cuTensorMapEncodeTiled: not interleaved, without promotion of
/// reads in the L2 cache. Throws unsupported_kernel for a driver before CUDA 12, device_error if
/// the driver refuses the map.
std::vector<std::byte> encode_tensor_map(const driver_api& driver, const tensor_map& map);

}  // namespace warpmark::cuda
