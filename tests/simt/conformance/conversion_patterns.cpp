#include "tests/simt/conformance/entry.hpp"

namespace conformance {

std::vector<pattern> conversion_patterns() {
  return {
      // Between integers.
      {"b32 = b16", "cvt.<u8|s8|u16|s16|u32|s32>.<u8|s8|u16|s16> d, a"},
      {"b32 = b32", "cvt.<u8|s8|u16|s16|u32|s32>.<u32|s32> d, a"},
      {"b32 = b64", "cvt<|.sat>.<u8|s8|u16|s16|u32|s32>.<u64|s64> d, a"},
      {"b32 = b16",
       "cvt.sat.<u8.u16|u8.s8|u8.s16|s8.u8|s8.u16|s8.s16|u16.s8|u16.s16|s16.u16> d, a"},
      {"b32 = b32", "cvt.sat.<u8.u32|u8.s32|s8.u32|s8.s32|u16.u32|u16.s32|s16.u32|s16.s32> d, a"},
      {"b32 = b32", "cvt.sat.<u32.s32|s32.u32> d, a"},
      {"b64 = b32", "cvt.<u64|s64>.<u32|s32> d, a"},
      {"b64 = b32", "cvt.sat.u64.s32 d, a"},
      {"b64 = b16", "cvt.<u64|s64>.<u8|s8|u16|s16> d, a"},
      {"b64 = b64", "cvt.sat.<u64.s64|s64.u64> d, a"},
      {"b32 = s32 s32", "cvt.pack.sat.<u16|s16>.s32 d, a, b"},
      {"b32 = s32 s32 b32", "cvt.pack.sat.<u8|s8>.s32.b32 d, a, b, c"},
      // To integers.
      {"b32 = f16", "cvt.<rni|rzi|rmi|rpi>.<u8|s8|u16|s16|u32|s32>.f16 d, a"},
      {"b32 = f32", "cvt.<rni|rzi|rmi|rpi><|.ftz>.<u8|s8|u16|s16|u32|s32>.f32 d, a"},
      {"b32 = f64", "cvt.<rni|rzi|rmi|rpi>.<u8|s8|u16|s16|u32|s32>.f64 d, a"},
      {"b32 = bf16", "cvt.<rni|rzi|rmi|rpi>.<u32|s32>.bf16 d, a", 90},
      {"b16 = bf16", "cvt.<rni|rzi|rmi|rpi>.<u16|s16>.bf16 d, a", 90},
      {"b64 = f16", "cvt.<rni|rzi|rmi|rpi>.<u64|s64>.f16 d, a"},
      {"b64 = f32", "cvt.<rni|rzi|rmi|rpi><|.ftz>.<u64|s64>.f32 d, a"},
      {"b64 = f64", "cvt.<rni|rzi|rmi|rpi>.<u64|s64>.f64 d, a"},
      {"b64 = bf16", "cvt.<rni|rzi|rmi|rpi>.<u64|s64>.bf16 d, a", 90},
      // From integers.
      {"f16 = b16", "cvt.<rn|rz|rm|rp>.f16.<u8|s8|u16|s16> d, a"},
      {"f16 = b32", "cvt.<rn|rz|rm|rp><|.sat>.f16.<u32|s32> d, a"},
      {"f16 = b64", "cvt.<rn|rz|rm|rp>.f16.<u64|s64> d, a"},
      {"bf16 = b16", "cvt.<rn|rz|rm|rp>.bf16.<u16|s16> d, a", 90},
      {"bf16 = b32", "cvt.<rn|rz|rm|rp>.bf16.<u32|s32> d, a", 90},
      {"bf16 = b64", "cvt.<rn|rz|rm|rp>.bf16.<u64|s64> d, a", 90},
      {"f32 = b16", "cvt.<rn|rz|rm|rp>.f32.<u8|s8|u16|s16> d, a"},
      {"f32 = b32", "cvt.<rn|rz|rm|rp><|.sat>.f32.<u32|s32> d, a"},
      {"f32 = b64", "cvt.<rn|rz|rm|rp><|.sat>.f32.<u64|s64> d, a"},
      {"f64 = b16", "cvt.<rn|rz|rm|rp>.f64.<u8|s8|u16|s16> d, a"},
      {"f64 = b32", "cvt.<rn|rz|rm|rp><|.sat>.f64.<u32|s32> d, a"},
      {"f64 = b64", "cvt.<rn|rz|rm|rp><|.sat>.f64.<u64|s64> d, a"},
      // To integral values of the same type.
      {"f16 = f16", "cvt.<rni|rzi|rmi|rpi><|.sat>.f16.f16 d, a"},
      {"f32 = f32", "cvt.<rni|rzi|rmi|rpi><|.ftz><|.sat>.f32.f32 d, a"},
      {"f64 = f64", "cvt.<rni|rzi|rmi|rpi><|.sat>.f64.f64 d, a"},
      {"bf16 = bf16", "cvt.<rni|rzi|rmi|rpi>.bf16.bf16 d, a", 90},
      {"f32 = f32", "cvt<|.ftz>.sat.f32.f32 d, a"},
      {"f64 = f64", "cvt.sat.f64.f64 d, a"},
      {"f16 = f16", "cvt.sat.f16.f16 d, a"},
      // Between reals.
      {"f32 = f16", "cvt<|.ftz><|.sat>.f32.f16 d, a"},
      {"f64 = f16", "cvt<|.sat>.f64.f16 d, a"},
      {"f64 = f32", "cvt<|.ftz><|.sat>.f64.f32 d, a"},
      {"f32 = bf16", "cvt.f32.bf16 d, a"},
      {"f64 = bf16", "cvt.f64.bf16 d, a", 90},
      {"f16 = bf16", "cvt.<rn|rz|rm|rp>.f16.bf16 d, a", 90},
      {"bf16 = f16", "cvt.<rn|rz|rm|rp>.bf16.f16 d, a", 90},
      {"f16 = f32", "cvt.<rn|rz|rm|rp><|.ftz><|.sat>.f16.f32 d, a"},
      {"f16 = f32", "cvt.<rn|rz>.relu.f16.f32 d, a"},
      {"f16 = f64", "cvt.<rn|rz|rm|rp><|.sat>.f16.f64 d, a"},
      {"bf16 = f32", "cvt.<rn|rz><|.relu>.bf16.f32 d, a"},
      {"bf16 = f32", "cvt.<rm|rp>.bf16.f32 d, a", 90},
      {"bf16 = f64", "cvt.<rn|rz|rm|rp>.bf16.f64 d, a", 90},
      {"f32 = f64", "cvt.<rn|rz|rm|rp><|.ftz><|.sat>.f32.f64 d, a"},
      {"f16x2 = f32 f32", "cvt.<rn|rz><|.relu>.f16x2.f32 d, a, b"},
      {"bf16x2 = f32 f32", "cvt.<rn|rz><|.relu>.bf16x2.f32 d, a, b"},
      {"b32 = f32", "cvt.rna.tf32.f32 d, a"},
      {"b32 = f32", "cvt.<rn|rz><|.relu>.tf32.f32 d, a", 90},
      {"b16 = f32 f32", "cvt.rn.satfinite<|.relu>.<e4m3x2|e5m2x2>.f32 d, a, b", 90},
      {"b16 = f16x2", "cvt.rn.satfinite<|.relu>.<e4m3x2|e5m2x2>.f16x2 d, a", 90},
      {"f16x2 = b16", "cvt.rn<|.relu>.f16x2.<e4m3x2|e5m2x2> d, a", 90},
  };
}

}  // namespace conformance
