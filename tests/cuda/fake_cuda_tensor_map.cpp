// cuTensorMapEncodeTiled of the fake driver: keeps what it was given.

#include <cstring>

#include "tests/cuda/fake_cuda_internal.hpp"

namespace {
using namespace warpmark::fake_cuda;
}  // namespace

FAKE_EXPORT int cuTensorMapEncodeTiled(void* map, int type, unsigned rank, void* address,
                                       const std::uint64_t* extents,
                                       const std::uint64_t* stride_bytes, const unsigned* box,
                                       const unsigned* element_strides, int interleave, int swizzle,
                                       int promotion, int fill) {
  if (const int code = entered("cuTensorMapEncodeTiled")) return code;
  fake_cuda_control()->tensor_maps.push_back(
      {.type = type,
       .address = reinterpret_cast<std::uint64_t>(address),
       .extents = {extents, extents + rank},
       .stride_bytes = {stride_bytes, stride_bytes + rank - 1},
       .box = {box, box + rank},
       .element_strides = {element_strides, element_strides + rank},
       .interleave = interleave,
       .swizzle = swizzle,
       .promotion = promotion,
       .fill = fill,
       .aligned = reinterpret_cast<std::uint64_t>(map) % 64 == 0});
  std::memset(map, 0x5a, 128);
  return 0;
}
