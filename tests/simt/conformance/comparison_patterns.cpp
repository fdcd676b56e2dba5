#include "tests/simt/conformance/entry.hpp"

#define WARPMARK_INTEGER_RELATIONS "<eq|ne|lt|le|gt|ge>"
#define WARPMARK_REAL_RELATIONS "<eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan>"

namespace conformance {

std::vector<pattern> comparison_patterns() {
  return {
      {"pred = b16 b16", "setp." WARPMARK_INTEGER_RELATIONS ".<u16|s16> d, a, b"},
      {"pred = b32 b32", "setp." WARPMARK_INTEGER_RELATIONS ".<u32|s32> d, a, b"},
      {"pred = b64 b64", "setp." WARPMARK_INTEGER_RELATIONS ".<u64|s64> d, a, b"},
      {"pred = b32 b32", "setp.<lo|ls|hi|hs>.u32 d, a, b"},
      {"pred = b16 b16", "setp.<eq|ne>.b16 d, a, b"},
      {"pred = b64 b64", "setp.<eq|ne>.b64 d, a, b"},
      {"pred = f32 f32", "setp." WARPMARK_REAL_RELATIONS "<|.ftz>.f32 d, a, b"},
      {"pred = f64 f64", "setp." WARPMARK_REAL_RELATIONS ".f64 d, a, b"},
      {"pred = f16 f16", "setp." WARPMARK_REAL_RELATIONS "<|.ftz>.f16 d, a, b"},
      {"pred = bf16 bf16", "setp." WARPMARK_REAL_RELATIONS ".bf16 d, a, b", 90},
      {"pred2 = f16x2 f16x2", "setp." WARPMARK_REAL_RELATIONS ".f16x2 d|p, a, b"},
      {"pred2 = bf16x2 bf16x2", "setp." WARPMARK_REAL_RELATIONS ".bf16x2 d|p, a, b", 90},
      {"pred2 = f16x2 f16x2 pred", "setp.lt.<and|or|xor><|.ftz>.f16x2 d|p, a, b, <|!>c"},
      {"pred2 = s32 s32 pred", "setp.<lt|eq>.<and|or|xor>.s32 d|p, a, b, <|!>c"},
      {"pred2 = f32 f32 pred", "setp.<lt|neu>.<and|or|xor>.f32 d|p, a, b, <|!>c"},
      {"b32 = b32 b32", "set.<lt|ne>.<u32|s32|f32>.<u32|s32> d, a, b"},
      {"b32 = b16 b16", "set.<lt|ne>.<u32|s32|f32>.<u16|s16> d, a, b"},
      {"b32 = b64 b64", "set.<lt|ne>.<u32|s32|f32>.<u64|s64> d, a, b"},
      {"b32 = f32 f32", "set.<lt|ne|leu|nan><|.ftz>.<u32|s32|f32>.f32 d, a, b"},
      {"b32 = f64 f64", "set.<lt|ne|leu|nan>.<u32|s32|f32>.f64 d, a, b"},
      {"b32 = s32 s32 pred", "set.<lt|ge>.<and|or|xor>.<u32|f32>.s32 d, a, b, <|!>c"},
      {"b16 = f16 f16", "set.<lt|neu><|.ftz>.<u16|s16|f16>.f16 d, a, b"},
      {"b32 = f16 f16", "set.<lt|neu>.<u32|s32>.f16 d, a, b"},
      {"f16 = s32 s32", "set.<lt|ne>.f16.s32 d, a, b"},
      {"b16 = bf16 bf16", "set.<lt|neu>.<u16|s16|bf16>.bf16 d, a, b", 90},
      {"b32 = f16x2 f16x2", "set.<lt|neu><|.ftz>.f16x2.f16x2 d, a, b"},
      {"b32 = bf16x2 bf16x2", "set.<lt|neu>.bf16x2.bf16x2 d, a, b", 90},
      {"b16 = b16 b16 pred", "selp.<b16|u16|s16> d, a, b, <|!>c"},
      {"b32 = b32 b32 pred", "selp.<b32|u32|s32|f32> d, a, b, <|!>c"},
      {"b64 = b64 b64 pred", "selp.<b64|u64|s64|f64> d, a, b, <|!>c"},
      {"b16 = b16 b16 s32", "slct.<b16|u16|s16>.s32 d, a, b, c"},
      {"b32 = b32 b32 s32", "slct.<b32|u32|s32|f32>.s32 d, a, b, c"},
      {"b64 = b64 b64 s32", "slct.<b64|u64|s64|f64>.s32 d, a, b, c"},
      {"b32 = b32 b32 f32", "slct<|.ftz>.<b32|f32>.f32 d, a, b, c"},
      {"b64 = b64 b64 f32", "slct<|.ftz>.<b64|f64>.f32 d, a, b, c"},
  };
}

}  // namespace conformance
