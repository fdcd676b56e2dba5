#include "cli/run/bar_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

namespace warpmark {
namespace {

constexpr std::array<const char*, 8> lying = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::array<const char*, 8> upright = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// In eighths of a column; any share above 0 is visible.
std::string drawn(double share, std::size_t width) {
  const double eighths = std::clamp(share, 0.0, 1.0) * static_cast<double>(8 * width);
  const auto count = static_cast<std::size_t>(std::lround(eighths));
  const std::size_t shown = share > 0 ? std::max<std::size_t>(1, count) : 0;
  std::string result;
  for (std::size_t column = 0; column < shown / 8; ++column) result += "█";
  result += lying[shown % 8];
  const std::size_t used = (shown + 7) / 8;
  return result + std::string(width - used, ' ');
}

struct scale {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;

  std::string sparkline(const std::vector<double>& series) const {
    std::string result;
    for (const double entry : series) {
      if (!(entry > 0)) {
        result += ' ';
        continue;
      }
      const double share = high > low ? std::log(entry / low) / std::log(high / low) : 1.0;
      result += upright[static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * 7))];
    }
    return result;
  }
};

scale scale_of(const std::vector<bar>& bars) {
  scale found;
  for (const bar& bar : bars)
    for (const double value : bar.series)
      if (value > 0 && std::isfinite(value)) {
        found.low = std::min(found.low, value);
        found.high = std::max(found.high, value);
      }
  return found;
}

}  // namespace

std::string bar_chart(const std::string& heading, const std::vector<bar>& bars, std::size_t width) {
  if (bars.size() < 2) return "";
  double max_value = 0;
  std::size_t names = 0, numbers = 0;
  for (const bar& bar : bars) {
    max_value = std::max(max_value, bar.value);
    names = std::max(names, bar.name.size());
    numbers = std::max(numbers, bar.number.size());
  }
  const scale shared = scale_of(bars);
  std::string result = heading + '\n';
  for (const bar& bar : bars) {
    const std::string line = fmt::format("{:<{}}  {}  {:>{}}  {}", bar.name, names,
                                         drawn(max_value > 0 ? bar.value / max_value : 0, width),
                                         bar.number, numbers, shared.sparkline(bar.series));
    result += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return result;
}

bool shows_charts() {
  if (isatty(STDOUT_FILENO) != 1) return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {  // the first one set decides
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale = value;
    return locale.find("UTF-8") != std::string_view::npos ||
           locale.find("utf8") != std::string_view::npos;
  }
  return false;
}

}  // namespace warpmark
