#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/kernels_file/expression.hpp"

namespace warpmark::kernels_file {

/// The spelling of an element type.
enum class spelling {
  as_named,  ///< "f32"
  cuda       ///< "float"
};

/// A text with expressions in braces: "convolve<{block_x}, {type}>". "{{" and "}}" are braces.
class template_text {
 public:
  /// `where` prefixes errors. Throws usage_error.
  template_text(std::string_view text, std::string where);

  std::string rendered(const name_values& names, spelling types) const;

  const std::string& text() const { return text_; }
  const std::string& where() const { return where_; }
  /// The expressions in it.
  std::vector<const expression*> expressions() const;

 private:
  std::string text_;
  std::string where_;
  std::vector<std::variant<std::string, expression>> parts_;
};

}  // namespace warpmark::kernels_file
