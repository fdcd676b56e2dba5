#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark::compiler {

/// The spellings by which a user may name a symbol, normalized by normalized_name().
struct symbol_spellings {
  /// `ns::saxpy<float>(float*, int)` and `ns::saxpy<float>`.
  std::vector<std::string> complete;
  /// The same without some of the outer scopes, and without template arguments:
  /// `saxpy<float>`, `ns::saxpy`, `saxpy`.
  std::vector<std::string> partial;
  std::string base;  ///< The shortest: `saxpy`.
};

/// Of a symbol's name in a module.
symbol_spellings spellings_of(const std::string& name);

/// A name without blanks and without what demanglers and users write differently: a leading `void`,
/// ABI tags, suffixes of integers; `true` and `false` are 1 and 0.
std::string normalized_name(std::string_view name);

/// For messages: the C++ name without ABI tags and `void`, `ns::saxpy<float>(float*, int)`.
std::string readable_name(const std::string& name);

}  // namespace warpmark::compiler
