#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "bench/kernels_file/names.hpp"

namespace warpmark::kernels_file {

/// A formula over the names of a point, with 64-bit integers and strings:
///   1024  0xff  2^20  'f32'  block_x  (…)
///   - !   * / %   + -   < <= > >=   == !=   &&   ||   a ? b : c     as in C, in decreasing
///   precedence min(a, b, …)  max(a, b, …)  ceildiv(a, b)  size(type)
/// ^ is the power, with the highest precedence; / rounds towards zero; size() is bytes of an
/// element type.
/// && || ?: evaluate only the operands they need. Strings can only be compared.
class expression {
 public:
  /// `where` prefixes errors. Throws usage_error with the text and the column.
  expression(std::string_view text, std::string where);

  const std::string& text() const { return text_; }
  const std::string& where() const { return where_; }

  /// Every name in it, also those that an evaluation may skip.
  std::set<std::string> names() const;

  /// Throws usage_error for unknown names, a division by zero, an overflow, or a string instead of
  /// a number.
  parameter_value value(const name_values& names) const;
  std::int64_t integer(const name_values& names) const;

  /// As integer(), and not negative.
  std::uint64_t count(const name_values& names) const;

  bool holds(const name_values& names) const { return integer(names) != 0; }

  struct node;

 private:
  std::string text_;
  std::string where_;
  std::shared_ptr<const node> root_;
};

/// Throws usage_error "WHERE: 'TEXT', column N: WHY"; columns count from 1.
[[noreturn]] void refuse_expression(const std::string& where, std::string_view text, std::size_t at,
                                    const std::string& why);

}  // namespace warpmark::kernels_file
