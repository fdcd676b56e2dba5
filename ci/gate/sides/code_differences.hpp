#pragma once

#include <map>
#include <string>

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/sides/compared_point.hpp"

namespace warpmark::gate {

/// The differences of a point between the sides, as clauses. Empty if there is none.
struct point_difference {
  /// In a launch or a kernel's machine code. Without one the point cannot have become slower.
  std::string code;
  /// In the definition of a correct result: inputs, tolerances, the reference and its machine code.
  /// With one, the results of equal code may have become wrong.
  std::string right;
  bool any() const { return !code.empty() || !right.empty(); }
};

/// The difference of each point that is on both sides, by its key; machine code is compared for
/// `architecture`.
std::map<std::string, point_difference> point_differences(const comparison& compared,
                                                          compiler::kernel_compiler& compile,
                                                          const std::string& architecture);

}  // namespace warpmark::gate
