#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/backends/simt_backend.hpp"
#include "simt/memory/tensor_box.hpp"

// Compiled kernels with one tensor copy each, and how to run one.

namespace warpmark::simt {

using bytes = std::vector<std::byte>;

/// There is a kernel reduce_NAME for each, beside load1 to load5, store1 to store5 and both.
inline constexpr std::array reduction_names = {"add", "min", "max", "inc",
                                               "dec", "and", "or",  "xor"};

compiler::compiled_kernel tensor_kernel(const std::string& entry);

/// One copy of a box.
struct tensor_case {
  tensor_map map;
  tensor_coordinates first{};
  std::uint32_t box_offset = 0;      // In shared memory.
  std::uint32_t address_offset = 0;  // Of the tensor in its buffer.

  std::uint32_t shared_size() const {
    const std::uint64_t pitch = map.swizzle_bytes == 0 ? row_bytes() : map.swizzle_bytes;
    const std::uint64_t end = box_offset + map.box_bytes() / row_bytes() * pitch;
    return static_cast<std::uint32_t>((end + 1023) / 1024 * 1024);
  }
  // Stores write whole chunks.
  std::size_t buffer_size() const { return address_offset + (map.span_bytes() + 15) / 16 * 16; }
  std::uint64_t row_bytes() const { return std::uint64_t{map.box[0]} * size_bytes(map.element); }
};

/// The results of a kernel with a buffer of its own and one that has the tensor; both may change.
struct tensor_run {
  bytes own, tensor;
  std::vector<finding> findings;
  std::map<std::string, std::uint64_t> counters;
};

tensor_run run(const std::string& entry, const tensor_case& c, bytes own, bytes tensor);

}  // namespace warpmark::simt
