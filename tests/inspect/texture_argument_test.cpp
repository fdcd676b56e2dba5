#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/inspect/argument.hpp"
#include "tests/refusal.hpp"

namespace warpmark::inspect {
namespace {

texture_reference parse_object(const std::string& text) {
  return std::get<texture_reference>(parse_argument(text, "arg0").value.value);
}

texture_description described(const std::string& text, const std::string& buffer) {
  return describe(parse_object(text), parse_buffer_definition(buffer, "unnamed"), 256);
}

std::string refused(const std::string& text, const std::string& buffer) {
  return refusal<usage_error>([&] { described(text, buffer); });
}

TEST(texture_arguments, shape_and_format_are_those_of_the_buffer) {
  const auto two = described("texture(@a)", "a:u8x4[3x5]=zeros");
  EXPECT_EQ(two.address, 256u);
  EXPECT_EQ(two.dimensions, 2u);
  EXPECT_EQ(two.width, 5u);
  EXPECT_EQ(two.height, 3u);
  EXPECT_EQ(two.channels, 4u);
  EXPECT_EQ(two.format, texel_format::u8);
  EXPECT_EQ(two.bytes(), 60u);
  const auto three = described("surface(@a)", "a:f16[2x3x5]=zeros");
  EXPECT_TRUE(three.surface);
  EXPECT_EQ(three.depth, 2u);
  const auto layers = described("texture(@a, layered)", "a:f32[2x3x5]=zeros");
  EXPECT_EQ(layers.dimensions, 2u);
  EXPECT_EQ(layers.layers, 2u);
  EXPECT_EQ(described("texture(@a,cube,normalized)", "a:f32[12x4x4]=zeros").layers, 12u);
}

TEST(texture_arguments, options) {
  const auto texture = described(
      "texture(@a, filter=linear, address=mirror, read=normalized, normalized)", "a:i16[9]=zeros");
  EXPECT_TRUE(texture.linear_filter);
  EXPECT_TRUE(texture.normalized_read);
  EXPECT_TRUE(texture.normalized_coordinates);
  EXPECT_EQ(texture.addressing, texture_address::mirror);
  EXPECT_EQ(described("texture(@a, memory=linear)", "a:i16[9]=zeros").memory,
            texture_memory::linear);
}

TEST(texture_arguments, are_handles_of_eight_bytes_in_structures_too) {
  const auto bytes = bytes_of(parse_argument("{i32=1,texture(@a, filter=linear)}", "x").value,
                              {.address_of = [](const buffer_reference&) { return 0; },
                               .handle_of = [](const texture_reference&) { return 77; }});
  ASSERT_EQ(bytes.size(), 16u);
  EXPECT_EQ(bytes[8], std::byte{77});
}

TEST(texture_arguments, mistakes_are_named) {
  EXPECT_NE(refusal<usage_error>([] { parse_object("texture(image)"); }).find("name of a buffer"),
            std::string::npos);
  EXPECT_NE(refusal<usage_error>([] {
              parse_object("texture(@a, filter=linaer)");
            }).find("did you mean 'linear'"),
            std::string::npos);
  EXPECT_NE(refusal<usage_error>([] { parse_object("surface(@a, filter=linear)"); }).find("filter"),
            std::string::npos);
  EXPECT_NE(refusal<usage_error>([] { parse_object("texture(@a"); }).find("')' is missing"),
            std::string::npos);
}

TEST(texture_arguments, what_no_texture_has_is_refused) {
  EXPECT_NE(refused("texture(@a)", "a:f64[4]=zeros").find("no texture has texels of f64"),
            std::string::npos);
  EXPECT_NE(refused("texture(@a, filter=linear)", "a:u8[4]=zeros").find("needs floats"),
            std::string::npos);
  EXPECT_NE(refused("texture(@a, read=normalized)", "a:f32[4]=zeros").find("8 and 16 bits"),
            std::string::npos);
  EXPECT_NE(refused("texture(@a, cube, normalized)", "a:f32[5x4x4]=zeros").find("6 square faces"),
            std::string::npos);
  EXPECT_NE(refused("texture(@a, layered)", "a:f32[4]=zeros").find("dimension of their own"),
            std::string::npos);
  EXPECT_NE(refused("texture(@a, memory=pitch)", "a:f32[4x5]=zeros").find("multiple of 32"),
            std::string::npos);
  EXPECT_NE(refused("texture(@a, memory=linear)", "a:f32[4x8]=zeros").find("1 dimension "),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark::inspect
