#include "bench/backends/cuda/tensor_map_encoder.hpp"

#include <array>

#include <fmt/format.h>

namespace warpmark::cuda {
namespace {

// Values of the driver's enumerations.
constexpr int interleave_none = 0;
constexpr int promotion_none = 0;

int swizzle_of(const tensor_map& map) {
  return map.swizzle_bytes == 0 ? 0 : map.swizzle_bytes == 32 ? 1 : map.swizzle_bytes == 64 ? 2 : 3;
}

}  // namespace

std::vector<std::byte> encode_tensor_map(const driver_api& driver, const tensor_map& map) {
  if (driver.tensor_map_encode_tiled == nullptr)
    throw unsupported_kernel("tensor maps need a driver of CUDA 12 or newer");
  struct alignas(64) driver_map {
    std::array<std::byte, 128> bytes{};
  } encoded;
  driver.check(driver.tensor_map_encode_tiled(
                   encoded.bytes.data(), static_cast<int>(map.element), map.rank,
                   reinterpret_cast<void*>(map.address), map.extents.data(),
                   map.stride_bytes.data(), map.box.data(), map.element_strides.data(),
                   interleave_none, swizzle_of(map), promotion_none, map.fills_nan ? 1 : 0),
               "cuTensorMapEncodeTiled({} dimensions of {})", map.rank, name(map.element));
  return {encoded.bytes.begin(), encoded.bytes.end()};
}

}  // namespace warpmark::cuda
