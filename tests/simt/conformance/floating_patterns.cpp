#include "tests/simt/conformance/entry.hpp"

namespace conformance {

std::vector<pattern> floating_patterns() {
  return {
      {"f32 = f32 f32", "<add|sub|mul><|.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32 d, a, b"},
      {"f32 = f32 f32 f32", "fma<.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32 d, a, b, c"},
      {"f32 = f32 f32 f32", "mad.<rn|rz|rm|rp>.f32 d, a, b, c"},
      {"f32 = f32 f32", "div<.rn|.rz|.rm|.rp><|.ftz>.f32 d, a, b"},
      {"f32 = f32", "<sqrt|rcp><.rn|.rz|.rm|.rp><|.ftz>.f32 d, a"},
      {"f32 = f32", "<abs|neg><|.ftz>.f32 d, a"},
      {"f32 = f32 f32", "<min|max><|.ftz><|.NaN>.f32 d, a, b"},
      {"f32 = f32 f32", "<min|max><|.ftz><|.NaN>.xorsign.abs.f32 d, a, b", 86},
      {"f32 = f32 f32 f32", "<min|max><|.ftz><|.NaN><|.abs>.f32 d, a, b, c", 100},
      {"f32 = f32 f32", "copysign.f32 d, a, b"},
      {"pred = f32", "testp.<finite|infinite|number|notanumber|normal|subnormal>.f32 d, a"},
      {"f64 = f64 f64", "<add|sub|mul><|.rn|.rz|.rm|.rp>.f64 d, a, b"},
      {"f64 = f64 f64 f64", "<fma|mad><.rn|.rz|.rm|.rp>.f64 d, a, b, c"},
      {"f64 = f64 f64", "div<.rn|.rz|.rm|.rp>.f64 d, a, b"},
      {"f64 = f64", "<sqrt|rcp><.rn|.rz|.rm|.rp>.f64 d, a"},
      {"f64 = f64", "<abs|neg>.f64 d, a"},
      {"f64 = f64 f64", "<min|max|copysign>.f64 d, a, b"},
      {"pred = f64", "testp.<finite|infinite|number|notanumber|normal|subnormal>.f64 d, a"},
      {"f32x2 = f32x2 f32x2", "<add|mul><.rn|.rz|.rm|.rp><|.ftz>.f32x2 d, a, b", 100},
      {"f32x2 = f32x2 f32x2", "sub<.rn|.rz|.rm|.rp><|.ftz>.f32x2 d, a, b", 100},
      {"f32x2 = f32x2 f32x2 f32x2", "fma<.rn|.rz|.rm|.rp><|.ftz>.f32x2 d, a, b, c", 100},
  };
}

}  // namespace conformance
