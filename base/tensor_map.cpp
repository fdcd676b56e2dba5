#include "base/tensor_map.hpp"

#include <limits>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {
namespace {

constexpr std::uint64_t alignment_bytes_of_maps = 16;

struct element_description {
  const char* name;
  std::uint32_t bytes;
  bool floating;
};

constexpr std::array<element_description, 10> element_descriptions = {{{"u8", 1, false},
                                                                       {"u16", 2, false},
                                                                       {"u32", 4, false},
                                                                       {"s32", 4, false},
                                                                       {"u64", 8, false},
                                                                       {"s64", 8, false},
                                                                       {"f16", 2, true},
                                                                       {"f32", 4, true},
                                                                       {"f64", 8, true},
                                                                       {"bf16", 2, true}}};

const element_description& describe(tensor_element element) {
  return element_descriptions.at(static_cast<std::size_t>(element));
}

[[noreturn]] void refuse_map_value(const std::string& what, const std::string& expected) {
  throw usage_error(fmt::format("tensor map: {}: expected {}", what, expected));
}

// "in dimension 1 from the innermost, which is 0"
std::string place_of(std::uint32_t dimension) {
  return dimension == 0 ? "in the innermost dimension"
                        : fmt::format("in dimension {}, counted from the innermost, 0", dimension);
}

void check_dimension(const tensor_map& map, std::uint32_t dimension) {
  const std::string place = place_of(dimension);
  if (map.extents[dimension] == 0 || map.extents[dimension] > std::uint64_t{1} << 32)
    refuse_map_value(fmt::format("{} elements {}", map.extents[dimension], place), "1 to 2^32");
  if (map.box[dimension] == 0 || map.box[dimension] > 256)
    refuse_map_value(fmt::format("box of {} elements {}", map.box[dimension], place), "1 to 256");
  if (map.element_strides[dimension] == 0 || map.element_strides[dimension] > 8)
    refuse_map_value(fmt::format("element stride {} {}", map.element_strides[dimension], place),
                     "1 to 8");
  if (dimension == 0) return;
  const std::uint64_t stride = map.stride_of(dimension);
  if (stride % alignment_bytes_of_maps != 0)
    refuse_map_value(fmt::format("stride of {} bytes {}", stride, place), "a multiple of 16 bytes");
  if (stride >= std::uint64_t{1} << 40)
    refuse_map_value(fmt::format("stride of {} bytes {}", stride, place), "less than 2^40 bytes");
}

void check_inner_box(const tensor_map& map) {
  const std::uint32_t bytes = map.box[0] * size_bytes(map.element);
  const std::string what = fmt::format("box of {} x {} bytes in the innermost dimension",
                                       map.box[0], size_bytes(map.element));
  if (bytes % alignment_bytes_of_maps != 0) refuse_map_value(what, "a multiple of 16 bytes");
  if (map.swizzle_bytes != 0 && bytes > map.swizzle_bytes)
    refuse_map_value(what, fmt::format("at most the {} bytes of the swizzle", map.swizzle_bytes));
}

}  // namespace

std::uint32_t size_bytes(tensor_element element) { return describe(element).bytes; }
bool is_floating(tensor_element element) { return describe(element).floating; }
const char* name(tensor_element element) { return describe(element).name; }

std::uint64_t tensor_map::box_bytes() const {
  std::uint64_t result = size_bytes(element);
  for (std::uint32_t i = 0; i < rank; ++i) result *= box_elements(i);
  return result;
}

std::uint64_t tensor_map::span_bytes() const {
  std::uint64_t result = size_bytes(element);
  for (std::uint32_t i = 0; i < rank; ++i) {
    std::uint64_t step = 0;
    if (__builtin_mul_overflow(extents[i] - 1, stride_of(i), &step) ||
        __builtin_add_overflow(result, step, &result))
      return std::numeric_limits<std::uint64_t>::max();
  }
  return result;
}

void check(const tensor_map& map) {
  if (map.rank == 0 || map.rank > tensor_map::max_rank)
    refuse_map_value(fmt::format("{} dimensions", map.rank), "1 to 5");
  const std::uint32_t span = map.swizzle_bytes;
  if (span != 0 && span != 32 && span != 64 && span != 128)
    refuse_map_value(fmt::format("swizzle of {} bytes", span), "none, 32, 64 or 128");
  for (std::uint32_t i = 0; i < map.rank; ++i) check_dimension(map, i);
  check_inner_box(map);
  if (map.fills_nan && !is_floating(map.element))
    refuse_map_value(fmt::format("fill with NaN of {}", name(map.element)),
                     "a floating-point type");
}

void check_address(const tensor_map& map) {
  if (map.address % alignment_bytes_of_maps != 0)
    refuse_map_value(fmt::format("address {:#x}", map.address), "a multiple of 16 bytes");
}

}  // namespace warpmark
