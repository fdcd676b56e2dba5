#include "cli/duration.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {

double parse_duration_seconds(const std::string& option, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  double scale = 0;
  if (unit.empty() || unit == "s") scale = 1;
  if (unit == "ms") scale = 1e-3;
  if (unit == "min" || unit == "m") scale = 60;
  if (unit == "h") scale = 3600;
  if (error != std::errc{} || scale == 0 || !(value > 0) || !std::isfinite(value))
    throw usage_error(fmt::format(
        "{} {}: not a duration above zero; expected e.g. 500ms, 60s, 5min, 1h", option, text));
  return value * scale;
}

}  // namespace warpmark
