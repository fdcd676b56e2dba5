#include "bench/inspect/tensor_map_argument.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "bench/inspect/argument.hpp"
#include "bench/inspect/specification.hpp"
#include "tests/refusal.hpp"

namespace warpmark::inspect {
namespace {

tensor_map map_for(const std::string& buffer, const std::string& settings) {
  const auto defined = parse_buffer_definition("a:" + buffer + "=zeros", "");
  const auto parsed = parse_argument("tensor_map(@a" + settings + ")", "arg0");
  EXPECT_TRUE(parsed.defined.empty());
  return map_of(std::get<tensor_map_argument>(parsed.value.value), defined);
}

TEST(tensor_map_arguments, shape_and_type_are_those_of_the_buffer) {
  const tensor_map map = map_for("bf16[6x4x80]", ", box=2x3x64, swizzle=128, fill=nan");
  EXPECT_EQ(map, (tensor_map{.element = tensor_element::bf16,
                             .rank = 3,
                             .address = 0,
                             .extents = {80, 4, 6, 1, 1},
                             .stride_bytes = {160, 640},
                             .box = {64, 3, 2, 1, 1},
                             .element_strides = {1, 1, 1, 1, 1},
                             .swizzle_bytes = 128,
                             .fills_nan = true}));
}

TEST(tensor_map_arguments, parts_of_a_buffer) {
  // The first 30 columns of 5 rows, from row 1 on.
  const tensor_map part = map_for("f32[6x40]", "[40], shape=5x30, box=2x32, element_strides=3x1");
  EXPECT_EQ(part.address, 160u);
  EXPECT_EQ(part.extents[0], 30u);
  EXPECT_EQ(part.stride_bytes[0], 160u);
  EXPECT_EQ(part.element_strides[1], 3u);
  const tensor_map given = map_for("u8[4096]", "+64, shape=3x5x7, strides=512x48, box=1x2x16");
  EXPECT_EQ(given.stride_bytes[0], 48u);
  EXPECT_EQ(given.stride_bytes[1], 512u);
  const tensor_map dense = map_for("u8[4096]", ", shape=3x5x16, box=1x2x16");
  EXPECT_EQ(dense.stride_bytes[0], 16u);
  EXPECT_EQ(dense.stride_bytes[1], 80u);
}

TEST(tensor_map_arguments, refusals_name_the_value_and_what_is_right) {
  const std::vector<std::vector<std::string>> wrong = {
      {"f32[64x64]", "", "no box", "box=64x64"},
      {"f32[64x64]", ", boxes=4", "'boxes'", "box"},
      {"f32[64x64]", ", box=8x", "box '8x'", "whole numbers"},
      {"f32[64x64]", ", box=8", "box has 1 numbers", "expected 2"},
      {"f32[64x64]", ", box=8x8, strides=4x4", "strides has 2 numbers", "expected 1"},
      {"f32[64x64]", ", box=8x8, swizzle=16", "swizzle '16'", "none, 32, 64 or 128"},
      {"f32[64x64]", ", box=8x8, swizzle=128_atom_32", "swizzle '128_atom_32'", "128"},
      {"f32[64x64]", ", box=8x8, fill=one", "fill 'one'", "zeros or nan"},
      {"i32[64x64]", ", box=8x8, fill=nan", "NaN of s32", "floating-point"},
      {"f32[64x64]", ", box=8x3", "box of 3 x 4 bytes", "multiple of 16"},
      {"f32[64x64]", ", box=257x8", "box of 257 elements", "1 to 256"},
      {"f32[64x64]", ", box=8x16, swizzle=32", "box of 16 x 4 bytes", "at most the 32 bytes"},
      {"f32[64x63]", ", box=8x8", "stride of 252 bytes", "multiple of 16"},
      {"f32[64x64]", "+8, box=8x8", "address 0x8", "multiple of 16"},
      {"f32[64x64]", ", box=8x8, element_strides=9x1", "element stride 9", "1 to 8"},
      {"f32[64x64]", "[64], box=8x8", "ends 16640 bytes after", "16384"},
      {"f32x4[64x64]", ", box=8x8", "type f32x4", "scalar"},
      {"f32[2x2x2x2x2x4]", ", box=1x1x1x1x1x4", "6 dimensions", "1 to 5"}};
  for (const auto& row : wrong) {
    const std::string text = refusal([&] { map_for(row[0], row[1]); });
    EXPECT_NE(text.find(row[2]), std::string::npos) << text;
    EXPECT_NE(text.find(row[3]), std::string::npos) << text;
  }
}

TEST(tensor_map_arguments, are_checked_before_anything_runs) {
  specification given;
  given.launches.push_back({.file = "k.cu", .entry = "k", .shape = {}, .arguments = {}});
  auto& arguments = given.launches.front().arguments;
  arguments.push_back(given.add_argument("a:f32[64x64]=zeros", "arg0"));
  arguments.push_back(given.add_argument("{i32=1,tensor_map(@a, box=8x8)}", "arg1"));
  check(given);
  arguments.push_back(given.add_argument("tensor_map(@a, box=8x2)", "arg2"));
  EXPECT_EQ(refusal([&] { check(given); }),
            "tensor_map(@a): tensor map: box of 2 x 4 bytes in the innermost dimension: expected a "
            "multiple of 16 bytes");
  arguments.back() = given.add_argument("tensor_map(@b, box=8x8)", "arg3");
  EXPECT_NE(refusal([&] { check(given); }).find("no buffer 'b'"), std::string::npos);
}

TEST(tensor_map_arguments, are_aligned_in_structures) {
  simt_backend machine({});
  const auto defined = parse_buffer_definition("a:f32[64x64]=zeros", "");
  const auto bytes = bytes_of(
      parse_argument("{i32=1,tensor_map(@a, box=8x8),i32=2}", "arg0").value,
      {[](const auto&) { return 0; },
       [&](const auto& argument) { return machine.encode(map_of(argument, defined, 0x1000)); }});
  ASSERT_EQ(bytes.size(), 256u);
  const auto image = std::span(bytes).subspan(64).first<simt::tensor_map_bytes>();
  const auto decoded = simt::decode_tensor_map(image);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(*decoded, map_of(std::get<tensor_map_argument>(
                                 parse_argument("tensor_map(@a, box=8x8)", "").value.value),
                             defined, 0x1000));
}

}  // namespace
}  // namespace warpmark::inspect
