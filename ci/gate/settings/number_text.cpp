#include "ci/gate/settings/number_text.hpp"

#include <charconv>
#include <cmath>

namespace warpmark::gate {

std::optional<double> parse_percentage(std::string_view text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  if (error != std::errc{} || unit != "%" || !std::isfinite(value)) return std::nullopt;
  return value / 100;
}

}  // namespace warpmark::gate
