#pragma once

#include <string>
#include <vector>

namespace conformance {

/// How far an approximate instruction may be from the exact result.
struct error_bound {
  enum class kind { exact, ulp, relative, absolute } what = kind::exact;
  double value = 0;  ///< Units in the last place of the result's type, or the plain ratio.
};

/// The exact function that an approximate instruction approximates.
using real_function = double (*)(double a, double b);

/// A family of PTX bodies: every `<x|y>` in the text means one of its alternatives.
struct pattern {
  const char* signature;  ///< "f32 = f32 f32": type of `d`, types of `a`, `b`, `c`.
  const char* body;       ///< "add<.rn|.rz>.f32 d, a, b"; may use scratch registers, see kernels.
  int architecture = 80;  ///< The first that has it, as in sm_80.
  error_bound bound = {};
  real_function exact = nullptr;
};

/// One body that is run over many inputs.
struct entry {
  std::string name;  ///< The body itself.
  std::string result;
  std::vector<std::string> operands;
  int architecture = 80;
  error_bound bound = {};
  real_function exact = nullptr;

  bool approximate() const { return bound.what != error_bound::kind::exact; }
};

/// Every alternative of the text, in order: "a<x|y>b" gives "axb", "ayb".
std::vector<std::string> expand(const std::string& text);

/// All entries of the suite, in a fixed order.
std::vector<entry> all_entries();

std::vector<pattern> integer_patterns();
std::vector<pattern> bit_patterns();
std::vector<pattern> packed_integer_patterns();
std::vector<pattern> floating_patterns();
std::vector<pattern> half_patterns();
std::vector<pattern> comparison_patterns();
std::vector<pattern> conversion_patterns();
std::vector<pattern> approximate_patterns();

}  // namespace conformance
