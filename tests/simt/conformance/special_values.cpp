#include "tests/simt/conformance/special_values.hpp"

namespace conformance {
namespace {

using u64 = std::uint64_t;

// Zeros, ones, infinities, NaNs, the ends of the subnormal and normal ranges, values next to powers
// of two, halves between integers, and the ends of the integer types' ranges.
const std::vector<u64> f32_values{
    0x00000000, 0x80000000, 0x3f800000, 0x7fc00000, 0x7f800000, 0xff800000, 0x00000001, 0x7f7fffff,
    0x00800000, 0xbf800000, 0x807fffff, 0xbfc00000, 0x3f000000, 0x40000000, 0x3f800001, 0x3f7fffff,
    0x7f800001, 0xffc12345, 0x40400000, 0x3eaaaaab, 0xc0200000, 0x00400000, 0x80800001, 0xff7fffff,
    0x3effffff, 0x4b800000, 0x4b800001, 0x4f000000, 0xcf000000, 0x4effffff, 0x4f800000, 0x5f000000,
    0xdf000000, 0x5f800000, 0x437f8000, 0x43800000, 0xc3000000, 0xc3010000, 0x477fe000, 0x477ff000,
    0x33800000, 0x33000000, 0x33000001, 0x387fe000, 0x00800001, 0x3f808000, 0x3f818000, 0x7f7f8000,
    0x7f000000, 0x7e800000, 0x7effffff, 0x00200000, 0xc0490fdb, 0x3fc90fdb, 0x42fe0000, 0xc2fc0000,
    0xc3150000, 0xc3160000, 0x47000000, 0x46fffe00, 0x477fff00, 0xc7000000, 0x43e80000, 0x43e00000};
const std::vector<u64> f64_values{
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0x7ff8000000000000,
    0x7ff0000000000001, 0xfff8123456789abc, 0xfff4000000000002, 0x7ff0000000000000,
    0xfff0000000000000, 0x0000000000000001, 0x7fefffffffffffff, 0x0010000000000000,
    0xbff0000000000000, 0x800fffffffffffff, 0xbff8000000000000, 0x3fe0000000000000,
    0x4000000000000000, 0x3ff0000000000001, 0x3fefffffffffffff, 0x4008000000000000,
    0x3fd5555555555555, 0xc004000000000000, 0x8010000000000001, 0xffefffffffffffff,
    0x3fdfffffffffffff, 0x4330000000000001, 0x41dfffffffc00000, 0x41e0000000000000,
    0xc1e0000000200000, 0xc1e0000000000000, 0x41efffffffe00000, 0x43e0000000000000,
    0xc3e0000000000000, 0x43f0000000000000, 0x36a0000000000000, 0x3690000000000000,
    0x3690000000000001, 0x47efffffe0000000, 0x47effffff0000000, 0x47efffffefffffff,
    0x380fffffe0000000, 0x380ffffff0000000, 0x3810000000000000, 0x40effc0000000000,
    0x40effe0000000000, 0x3e70000000000000, 0x3e60000000000001, 0x406fe00000000000,
    0xc060200000000000};
const std::vector<u64> f16_values{0x0000, 0x8000, 0x3c00, 0x7e00, 0x7c00, 0xfc00, 0x0001,
                                  0x7bff, 0x0400, 0xbc00, 0x83ff, 0xbe00, 0x3800, 0x4000,
                                  0x3c01, 0x3bff, 0x7c01, 0xfe12, 0x4200, 0x3555, 0x0200,
                                  0x8401, 0xfbff, 0x6400, 0x7800, 0x1000, 0x3400, 0xc500};
const std::vector<u64> bf16_values{0x0000, 0x8000, 0x3f80, 0x7fc0, 0x7f80, 0xff80, 0x0001,
                                   0x7f7f, 0x0080, 0xbf80, 0x807f, 0xbfc0, 0x3f00, 0x4000,
                                   0x3f81, 0x3f7f, 0x7f81, 0xffc1, 0x4040, 0x3eab, 0x0040,
                                   0x8081, 0xff7f, 0x4380, 0x7f00, 0x0100, 0x3e80, 0xc0a0};
const std::vector<u64> b64_values{0,
                                  1,
                                  0xffffffffffffffff,
                                  0x8000000000000000,
                                  0x7fffffffffffffff,
                                  0xffffffff,
                                  0x100000000,
                                  2,
                                  0x80000000,
                                  0xfffffffffffffffe,
                                  0x0123456789abcdef,
                                  0x7fffffff,
                                  0xffffffff80000000,
                                  0xffffffff7fffffff,
                                  0x20000000000001,
                                  0x20000000000003,
                                  0x7ffffffffffffc00,
                                  0x7ffffffffffffe00,
                                  0xfffffffffffffbff,
                                  0xfffffffffffffc00,
                                  255,
                                  256,
                                  65535,
                                  65536,
                                  0xffffffffffff8000,
                                  0xff,
                                  3,
                                  7,
                                  0x4000008000000000,
                                  0x8000008000000001};
const std::vector<u64> b32_values{
    0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0xffff,     0x10000,   2,
    0x8000,     0xfffffffe, 0x12345678, 0x7fff,     0xffff8000, 0xffff7fff, 0x1000001, 0x1000003,
    0x7fffff80, 0xffffff80, 0xffffff7f, 255,        256,        127,        128,       0x800000,
    0xff800000, 0xffffff,   3,          7,          0x80000001, 0x55aa55aa};
const std::vector<u64> b16_values{0,    1,      0xffff, 0x8000, 0x7fff, 0xff,   0x100,  2,
                                  0x80, 0xfffe, 0x1234, 0x7f,   0xff80, 0xff7f, 0x8001, 3};
const std::vector<u64> counts{0,  1,  31, 32,  33,  8,   16,  63, 64,         65,
                              15, 17, 24, 127, 128, 255, 256, 7,  0xffffffff, 0x80000000};
const std::vector<u64> offsets{0, 1, 0xffffffff, 2, 0xfffffffe, 31, 32, 33, 16, 0xffffffe0};

// Both halves, in different orders, so that every value meets every other in some operand pair.
std::vector<u64> pairs_of(const std::vector<u64>& values, unsigned bits) {
  std::vector<u64> result;
  for (std::size_t i = 0; i < values.size(); ++i)
    result.push_back(values[i] | (values[(i * 5 + 3) % values.size()] << bits));
  return result;
}

}  // namespace

std::vector<u64> special_values(const std::string& type) {
  if (type == "f16") return f16_values;
  if (type == "bf16") return bf16_values;
  if (type == "f16x2") return pairs_of(f16_values, 16);
  if (type == "bf16x2") return pairs_of(bf16_values, 16);
  if (type == "f32x2") return pairs_of(f32_values, 32);
  if (type == "u16x2") return pairs_of(b16_values, 16);
  if (type == "f64") return f64_values;
  if (type == "f32") return f32_values;
  if (type == "divisor" || type == "angle" || type == "octave" || type == "exponent")
    return {f32_values.begin(), f32_values.begin() + 24};
  if (type == "count") return counts;
  if (type == "position") return {0, 31, 1, 16, 30, 7};
  if (type == "offset") return offsets;
  if (type == "pred") return {0, 1};
  if (type.ends_with("64")) return b64_values;
  if (type.ends_with("16")) return b16_values;
  return b32_values;
}

}  // namespace conformance
