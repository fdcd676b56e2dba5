#include "bench/inspect/argument.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "tests/refusal.hpp"

namespace warpmark::inspect {
namespace {

std::vector<std::byte> bytes(const std::string& text) {
  return bytes_of(parse_argument(text, "arg0").value, {[](const buffer_reference& r) {
                    return r.name.empty() ? 0 : 0x1000 + r.offset_bytes;
                  }});
}

template <class T>
T at(const std::vector<std::byte>& from, std::size_t offset = 0) {
  T value{};
  std::memcpy(&value, from.data() + offset, sizeof value);
  return value;
}

TEST(arguments, scalars) {
  EXPECT_EQ(at<std::int32_t>(bytes("i32=-5")), -5);
  EXPECT_EQ(at<std::uint64_t>(bytes("u64=0xffffffffffffffff")), ~std::uint64_t{0});
  EXPECT_EQ(at<std::int64_t>(bytes("i64=3*2^40")), std::int64_t{3} << 40);
  EXPECT_EQ(at<float>(bytes(" f32 = 2.5 ")), 2.5f);
  EXPECT_EQ(at<std::uint16_t>(bytes("bf16=1")), 0x3f80);
  EXPECT_EQ(bytes("i8=1").size(), 1u);
  const auto vector = bytes("f32x3={1,2,3}");
  EXPECT_EQ(vector.size(), 12u);
  EXPECT_EQ(at<float>(vector, 8), 3.0f);
}

TEST(arguments, structures_are_laid_out_as_c_does) {
  const auto plain = bytes("{u8=7,f64=1.5,i16=2}");
  ASSERT_EQ(plain.size(), 24u);
  EXPECT_EQ(at<double>(plain, 8), 1.5);
  EXPECT_EQ(at<std::int16_t>(plain, 16), 2);
  EXPECT_EQ(bytes("{u8=1,u8=2,u8=3}").size(), 3u);
  EXPECT_EQ(bytes("{i32=1,{u8=1,@b+4},null}").size(), 32u);
  EXPECT_EQ(at<std::uint64_t>(bytes("{i32=1,{u8=1,@b+4},null}"), 16), 0x1004u);
  EXPECT_EQ(bytes("{u8=1,f32x4={1,2,3,4}}").size(), 32u);
}

TEST(arguments, addresses) {
  EXPECT_EQ(at<std::uint64_t>(bytes("@in")), 0x1000u);
  EXPECT_EQ(at<std::uint64_t>(bytes("@in+2^4")), 0x1010u);
  EXPECT_EQ(at<std::uint64_t>(bytes("null")), 0u);
  const auto indexed = parse_argument("@in[2*3]", "");
  EXPECT_EQ(std::get<buffer_reference>(indexed.value.value).first_element, 6u);
}

TEST(arguments, buffers) {
  const auto parsed = parse_argument("in:f32x2[1024x3]=uniform(-1,1)", "arg0");
  ASSERT_EQ(parsed.defined.size(), 1u);
  const buffer_definition& buffer = parsed.defined[0];
  EXPECT_EQ(buffer.name, "in");
  EXPECT_EQ(buffer.shape, (std::vector<std::uint64_t>{1024, 3}));
  EXPECT_EQ(buffer.bytes(), 1024u * 3 * 8);
  EXPECT_EQ(std::get<buffer_reference>(parsed.value.value).name, "in");
  EXPECT_EQ(parse_argument("i8[2^20]=zeros", "arg3").defined[0].name, "arg3");
  EXPECT_EQ(parse_argument("b:u8[4]=@a=b.npy", "").defined[0].initial.name, "a=b.npy");
}

TEST(arguments, refusals_name_the_argument_the_part_and_what_is_right) {
  const std::vector<std::vector<std::string>> wrong = {
      {"f31=1", "'f31'", "f32"},
      {"i32", "has no '='", "i32=5"},
      {"i32=", "expected an integer"},
      {"i32=1.5", "'1.5' is not a valid i32"},
      {"u8=256", "256 does not fit u8", "0 to 255"},
      {"i8=-129", "-128 to 127"},
      {"f16=70000", "70000 does not fit f16", "65504"},
      {"f32=0x10", "0x1.8p3"},
      {"f32x4=1", "takes 4 values"},
      {"f32x5={1,2,3,4,5}", "2, 3 or 4"},
      {"in:f32=zeros", "has no count"},
      {"in:f32[]=zeros", "count ''"},
      {"in:f32[0]=zeros", "above 0"},
      {"in:f32[-1]=zeros", "above 0"},
      {"in:f32[2^70]=zeros", "2^70"},
      {"in:f32[2^30x2^30]=zeros", "more than"},
      {"in:f64[2^39]=zeros", "more than"},
      {"in:f32[4", "']' is missing"},
      {"in:f32[4]", "no initial value"},
      {"in:f32[4]=", "no initial value"},
      {"in:f32[4]=zero", "'zero'", "'zeros'"},
      {"in:f32[4]=unifrom(0,1)", "'unifrom'", "'uniform'"},
      {"in:f32[4]=uniform(0,1,2)", "not 3"},
      {"in:f32[4]=uniform(1,0)", "lower bound"},
      {"in:f32[4]=uniform(0,inf)", "finite"},
      {"in:f32[4]=ones(1)", "no parameters"},
      {"in:u8[4]=arange(0,100)", "element 3 would be 300", "u8"},
      {"in:u8[300]=permutation", "u8", "300"},
      {"in:f32[4]=@", "'@' without a file"},
      {"1n:f32[4]=zeros", "'1n'", "letters"},
      {"@", "'@'"},
      {"@in+x", "offset 'x'"},
      {"@in+-4", "offset '-4'"},
      {"@in[x]", "offset 'x'", "elements"},
      {"{i32=1", "'}' is missing"},
      {"{i32=1}}", "unmatched '}'"},
      {"{{i32=1}", "unclosed bracket"},
      {"{}", "has no '='"},
      {"{in:f32[4]=zeros}", "before"},
      {"nul", "null"},
      {"", "has no '='"},
  };
  for (const auto& item : wrong) {
    const std::string message = refusal([&] { parse_argument(item[0], "arg0"); });
    EXPECT_TRUE(contains(message, "argument '" + item[0] + "'")) << item[0] << ": " << message;
    for (std::size_t i = 1; i < item.size(); ++i)
      EXPECT_TRUE(contains(message, item[i])) << item[0] << ": " << message;
  }
}

TEST(arguments, deep_structures_are_refused) {
  std::string deep(40, '{');
  deep += "i32=1";
  deep.append(40, '}');
  EXPECT_TRUE(contains(refusal([&] { parse_argument(deep, ""); }), "deeper than"));
}

}  // namespace
}  // namespace warpmark::inspect
