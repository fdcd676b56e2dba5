#include "variants/contract/axis.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace warpmark {

bool axis::is_integer() const { return std::holds_alternative<std::int64_t>(base); }

std::string axis::value_error(const parameter_value& value) const {
  if (!is_integer() || only_values) {
    if (std::find(values.begin(), values.end(), value) != values.end()) return "";
    std::string names;
    for (const auto& known : values) names += (names.empty() ? "" : ", ") + to_text(known);
    return "one of " + names;
  }
  const auto* integer = std::get_if<std::int64_t>(&value);
  const bool fits = integer != nullptr && *integer >= min && *integer <= max &&
                    *integer % multiple_of == 0 &&
                    (!power_of_two || std::has_single_bit(static_cast<std::uint64_t>(*integer)));
  if (fits) return "";
  const std::string kind = power_of_two       ? "a power of two"
                           : multiple_of != 1 ? fmt::format("a multiple of {}", multiple_of)
                                              : std::string("an integer");
  return fmt::format("{} from {} to {}", kind, min, max);
}

}  // namespace warpmark
