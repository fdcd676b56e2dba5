#pragma once

#include <map>
#include <string>

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/sides/compared_point.hpp"

namespace warpmark::gate {

/// In what a point differs between the sides, as clauses. Empty where it does not.
struct point_difference {
  /// A launch, or a kernel's machine code. A point without one cannot have become slower.
  std::string code;
  /// What its results are judged by: inputs, tolerances, the reference and its machine code. With
  /// one, results of equal code may have become wrong.
  std::string right;
  bool any() const { return !code.empty() || !right.empty(); }
};

/// Of each point that is on both sides, by its key; machine code is that of `architecture`.
std::map<std::string, point_difference> point_differences(const comparison& compared,
                                                          compiler::kernel_compiler& compile,
                                                          const std::string& architecture);

}  // namespace warpmark::gate
