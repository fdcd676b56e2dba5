#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpmark {

/// The value of one axis: a count, or a name such as "i32" or "uniform".
using parameter_value = std::variant<std::int64_t, std::string>;

std::string to_text(const parameter_value& value);

/// Named values in a fixed order: the order of the axes, which is also the order in a key.
class parameters {
 public:
  /// Sets `name`, keeping its place if it is there already and appending it otherwise.
  void set(std::string_view name, parameter_value value);

  const parameter_value* find(std::string_view name) const;

  /// The integer value of `name`. Throws std::out_of_range if it is missing or not an integer.
  std::int64_t integer(std::string_view name) const;

  /// The text value of `name`. Throws std::out_of_range if it is missing or not a text.
  const std::string& text(std::string_view name) const;

  /// "block=256,items=4": one key part, values in axis order.
  std::string canonical() const;

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::size_t size() const { return values_.size(); }
  bool operator==(const parameters&) const = default;

 private:
  std::vector<std::pair<std::string, parameter_value>> values_;
};

/// The problem: element type, size, operator, distribution.
struct problem : parameters {};

/// The configuration of a variant: block size, items per thread, grid size, ...
struct config : parameters {};

}  // namespace warpmark
