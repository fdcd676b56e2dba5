#include "tests/simt/conformance/entry.hpp"

namespace conformance {

std::vector<pattern> half_patterns() {
  return {
      {"f16 = f16 f16", "<add|sub|mul><|.rn><|.ftz><|.sat>.f16 d, a, b"},
      {"f16x2 = f16x2 f16x2", "<add|sub|mul><|.rn><|.ftz><|.sat>.f16x2 d, a, b"},
      {"f16 = f16 f16 f16", "fma.rn<|.ftz><|.sat|.relu>.f16 d, a, b, c"},
      {"f16x2 = f16x2 f16x2 f16x2", "fma.rn<|.ftz><|.sat|.relu>.f16x2 d, a, b, c"},
      {"f16 = f16", "<abs|neg><|.ftz>.f16 d, a"},
      {"f16x2 = f16x2", "<abs|neg><|.ftz>.f16x2 d, a"},
      {"f16 = f16 f16", "<min|max><|.ftz><|.NaN>.f16 d, a, b"},
      {"f16x2 = f16x2 f16x2", "<min|max><|.ftz><|.NaN>.f16x2 d, a, b"},
      {"f16 = f16 f16", "<min|max><|.ftz><|.NaN>.xorsign.abs.f16 d, a, b", 86},
      {"f16x2 = f16x2 f16x2", "<min|max><|.ftz><|.NaN>.xorsign.abs.f16x2 d, a, b", 86},
      {"bf16 = bf16 bf16", "<add|sub|mul>.bf16 d, a, b", 90},
      {"bf16x2 = bf16x2 bf16x2", "<add|sub|mul>.bf16x2 d, a, b", 90},
      {"bf16 = bf16 bf16 bf16", "fma.rn<|.relu>.bf16 d, a, b, c"},
      {"bf16x2 = bf16x2 bf16x2 bf16x2", "fma.rn<|.relu>.bf16x2 d, a, b, c"},
      {"bf16 = bf16", "<abs|neg>.bf16 d, a"},
      {"bf16x2 = bf16x2", "<abs|neg>.bf16x2 d, a"},
      {"bf16 = bf16 bf16", "<min|max><|.NaN>.bf16 d, a, b"},
      {"bf16x2 = bf16x2 bf16x2", "<min|max><|.NaN>.bf16x2 d, a, b"},
      {"bf16 = bf16 bf16", "<min|max><|.NaN>.xorsign.abs.bf16 d, a, b", 86},
      {"bf16x2 = bf16x2 bf16x2", "<min|max><|.NaN>.xorsign.abs.bf16x2 d, a, b", 86},
  };
}

}  // namespace conformance
