#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// Which headers a source needs of many. A name in quotes or angle brackets counts wherever it
/// stands, so also in a macro or a comment.
class header_index {
 public:
  /// Refers to `headers`, which must outlive it.
  explicit header_index(const std::vector<header_text>& headers);

  /// The headers that `text` names, and those that these name, sorted by name.
  std::vector<const header_text*> used_by(std::string_view text) const;

  /// What the compiler needs for a request: all headers if it has options, which may name headers
  /// and folders of files that include them.
  std::vector<const header_text*> needed_by(const compile_request& request) const;

 private:
  std::vector<std::size_t> named_in(std::string_view text) const;

  const std::vector<header_text>& headers_;
  std::unordered_map<std::string_view, std::size_t> positions_;  // By name.
  std::size_t longest_name_ = 0;
  std::vector<std::vector<std::size_t>> named_in_header_;
};

/// The headers that a request needs: of its own if it has any, else of the compiler's.
std::vector<const header_text*> headers_needed_by(const compile_request& request,
                                                  const header_index& compilers_headers);

}  // namespace warpmark::compiler
