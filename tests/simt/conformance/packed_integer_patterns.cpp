#include "tests/simt/conformance/entry.hpp"

namespace conformance {

std::vector<pattern> packed_integer_patterns() {
  return {
      {"b32 = b32 b32 b32", "dp4a.<u32.u32|u32.s32|s32.u32|s32.s32> d, a, b, c"},
      {"b32 = b32 b32 b32", "dp2a.<lo|hi>.<u32.u32|u32.s32|s32.u32|s32.s32> d, a, b, c"},
      {"u16x2 = u16x2 u16x2", "<add|min|max>.<u16x2|s16x2> d, a, b", 90},
      {"u16x2 = u16x2 u16x2", "<min|max>.relu.s16x2 d, a, b", 90},
      {"b32 = b32 b32 b32",
       "<vadd4|vsub4|vavrg4|vabsdiff4|vmin4|vmax4>.<u32.u32.u32|s32.s32.s32> "
       "d, a, b, c"},
      {"b32 = b32 b32 b32",
       "<vadd2|vsub2|vavrg2|vabsdiff2|vmin2|vmax2>.<u32.u32.u32|s32.s32.s32> "
       "d, a, b, c"},
      {"b32 = b32 b32 b32", "<vset4|vset2>.<u32.u32|s32.s32>.<eq|ne|lt|le|gt|ge> d, a, b, c"},
      {"b32 = b32 b32 b32",
       "<vadd4|vsub4|vadd2|vsub2>.<u32.u32.u32.sat|s32.s32.s32.sat> d, a, b, c"},
      {"b32 = b32 b32 b32", "<vabsdiff4|vabsdiff2|vadd4>.u32.u32.u32.add d, a, b, c"},
      {"b32 = b32 b32 b32", "<vset4|vset2>.u32.u32.<eq|lt>.add d, a, b, c"},
  };
}

}  // namespace conformance
