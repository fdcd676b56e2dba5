#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpmark {

/// A line of a chart: a name, a bar with its number, and values over another axis.
struct bar {
  std::string name;
  double value = 0;  ///< At least 0; the largest of a chart has the full width.
  std::string number;
  std::vector<double> series = {};  ///< Drawn as a sparkline; values not above 0 are gaps.
};

/// Bars of block characters under a heading, each followed by a sparkline of its series. Sparklines
/// share one logarithmic scale. `width`: columns of the longest bar. "" for fewer than two bars.
std::string bar_chart(const std::string& heading, const std::vector<bar>& bars,
                      std::size_t width = 24);

/// Whether stdout is a terminal with a UTF-8 locale, so that charts can be printed.
bool shows_charts();

}  // namespace warpmark
