#include "tests/simt/conformance/entry.hpp"

namespace conformance {

std::vector<pattern> bit_patterns() {
  return {
      {"b16 = b16 b16", "<and|or|xor>.b16 d, a, b"},
      {"b32 = b32 b32", "<and|or|xor>.b32 d, a, b"},
      {"b64 = b64 b64", "<and|or|xor>.b64 d, a, b"},
      {"b16 = b16", "not.b16 d, a"},
      {"b32 = b32", "<not|popc|clz|brev>.b32 d, a"},
      {"b64 = b64", "<not|brev>.b64 d, a"},
      {"u32 = b64", "<popc|clz>.b64 d, a"},
      {"b16 = b16 count", "<shl.b16|shr.b16|shr.u16> d, a, b"},
      {"s16 = s16 count", "shr.s16 d, a, b"},
      {"b32 = b32 count", "<shl.b32|shr.b32|shr.u32|shr.s32> d, a, b"},
      {"b64 = b64 count", "<shl.b64|shr.b64|shr.u64|shr.s64> d, a, b"},
      {"b32 = b32 b32 count", "shf.<l|r>.<wrap|clamp>.b32 d, a, b, c"},
      {"u32 = b32", "bfind<|.shiftamt>.<u32|s32> d, a"},
      {"u32 = b64", "bfind<|.shiftamt>.<u64|s64> d, a"},
      {"b32 = b32 count count", "bfe.<u32|s32> d, a, b, c"},
      {"b64 = b64 count count", "bfe.<u64|s64> d, a, b, c"},
      {"b32 = b32 b32 count count", "bfi.b32 d, a, b, c, e"},
      {"b64 = b64 b64 count count", "bfi.b64 d, a, b, c, e"},
      {"b32 = b32 count", "szext.<wrap|clamp>.<u32|s32> d, a, b"},
      {"b32 = count count", "bmsk.<wrap|clamp>.b32 d, a, b"},
      {"b32 = b32 position offset", "fns.b32 d, a, b, c"},
      {"b32 = b32 b32 selector", "prmt.b32<|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16> d, a, b, c"},
      {"b32 = b32 b32 b32", "lop3.b32 d, a, b, c, <0x96|0xe8|0xca|0x1b|0x00|0xff|0xf8|0x2d>"},
      {"b32|p = b32 b32 b32 pred", "lop3.<or|and>.b32 d|p, a, b, c, <0x96|0x80|0x01>, e"},
      {"b32|p = b32 b32 b32 pred", "lop3.<or|and>.b32 d|p, a, b, c, 0xc0, !e"},
      {"b32 = pred pred", "<and|or|xor>.pred p, a, b; selp.b32 d, 7, 9, p"},
      {"b32 = pred", "not.pred p, a; selp.b32 d, 7, 9, p"},
      {"b32 = b16 b16", "mov.b32 d, {a, b}"},
      {"b16 = b32", "mov.b32 {<d, h|h, d>}, a"},
      {"b64 = b16 b16 b16 b16", "mov.b64 d, {a, b, c, e}"},
      {"b64 = b32 b32", "mov.b64 d, {a, b}"},
      {"b32 = b64", "mov.b64 {<d, x|x, d>}, a"},
  };
}

}  // namespace conformance
