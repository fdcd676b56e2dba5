#include "tests/simt/conformance/entry.hpp"

namespace conformance {

std::vector<pattern> integer_patterns() {
  return {
      {"u16 = u16 u16", "<add|sub|mul.lo|mul.hi|div|rem|min|max>.u16 d, a, b"},
      {"s16 = s16 s16", "<add|sub|mul.lo|mul.hi|div|rem|min|max>.s16 d, a, b"},
      {"u32 = u32 u32", "<add|sub|mul.lo|mul.hi|div|rem|min|max|mul24.lo|mul24.hi>.u32 d, a, b"},
      {"s32 = s32 s32",
       "<add|sub|add.sat|sub.sat|mul.lo|mul.hi|div|rem|min|max|mul24.lo|mul24.hi>.s32 d, a, b"},
      {"u64 = u64 u64", "<add|sub|mul.lo|mul.hi|div|rem|min|max>.u64 d, a, b"},
      {"s64 = s64 s64", "<add|sub|mul.lo|mul.hi|div|rem|min|max>.s64 d, a, b"},
      {"u32 = u16 u16", "mul.wide.u16 d, a, b"},
      {"s32 = s16 s16", "mul.wide.s16 d, a, b"},
      {"u64 = u32 u32", "mul.wide.u32 d, a, b"},
      {"s64 = s32 s32", "mul.wide.s32 d, a, b"},
      {"u32 = u16 u16 u32", "mad.wide.u16 d, a, b, c"},
      {"s32 = s16 s16 s32", "mad.wide.s16 d, a, b, c"},
      {"u64 = u32 u32 u64", "mad.wide.u32 d, a, b, c"},
      {"s64 = s32 s32 s64", "mad.wide.s32 d, a, b, c"},
      {"u16 = u16 u16 u16", "<mad.lo|mad.hi|sad>.u16 d, a, b, c"},
      {"s16 = s16 s16 s16", "<mad.lo|mad.hi|sad>.s16 d, a, b, c"},
      {"u32 = u32 u32 u32", "<mad.lo|mad.hi|sad|mad24.lo|mad24.hi>.u32 d, a, b, c"},
      {"s32 = s32 s32 s32",
       "<mad.lo|mad.hi|mad.hi.sat|sad|mad24.lo|mad24.hi|mad24.hi.sat>.s32 d, a, b, c"},
      {"u64 = u64 u64 u64", "<mad.lo|mad.hi|sad>.u64 d, a, b, c"},
      {"s64 = s64 s64 s64", "<mad.lo|mad.hi|sad>.s64 d, a, b, c"},
      {"s16 = s16", "<abs|neg>.s16 d, a"},
      {"s32 = s32", "<abs|neg>.s32 d, a"},
      {"s64 = s64", "<abs|neg>.s64 d, a"},
      {"s32 = s32 s32", "<min|max>.relu.s32 d, a, b", 90},
      // Both halves of a 64-bit value, with the carry between them.
      {"u64 = u64 u64",
       "split; <add.cc.u32 x, x, y; addc|sub.cc.u32 x, x, y; subc>.<u32|s32> z, z, w; join"},
      {"u64 = u64 u64",
       "split; <add.cc.u32 x, x, y; addc.cc|sub.cc.u32 x, x, y; subc.cc>.u32 z, z, w; "
       "addc.u32 x, x, z; join"},
      {"u64 = u64 u64 u64", "<add.cc.u64 d, a, b; addc|sub.cc.u64 d, a, b; subc>.u64 d, d, c"},
      {"u64 = u64 u64 u64",
       "<add.cc.s64 d, a, b; addc.cc|sub.cc.s64 d, a, b; subc.cc>.s64 w0, c, a; "
       "addc.u64 d, d, w0"},
      {"u64 = u64 u64",
       "split; mad.lo.cc.u32 x, x, y, z; madc.<lo|hi|lo.cc|hi.cc>.u32 z, x, y, w; "
       "addc.u32 x, x, 0; join"},
      {"u64 = u64 u64",
       "split; mad.hi.cc.s32 x, x, y, z; madc.<lo|hi|lo.cc|hi.cc>.s32 z, x, y, w; "
       "addc.u32 x, x, 0; join"},
      {"u64 = u64 u64 u64",
       "mad.<lo|hi>.cc.<u64|s64> d, a, b, c; madc.<lo|hi>.cc.u64 w0, a, c, b; "
       "addc.u64 d, d, w0"},
      {"b16 = b16", "cnot.b16 d, a"},
      {"b32 = b32", "cnot.b32 d, a"},
      {"b64 = b64", "cnot.b64 d, a"},
  };
}

}  // namespace conformance
