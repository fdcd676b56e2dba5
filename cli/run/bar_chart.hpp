#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpmark {

/// A line of a chart: a name, a bar with its number beside it, and values by another axis.
struct bar {
  std::string name;
  double value = 0;  ///< From 0 on; the largest of a chart has the whole width.
  std::string number;
  std::vector<double> series = {};  ///< Drawn as a sparkline; not above 0: a gap.
};

/// Bars of block characters under a heading, each followed by a sparkline of its series. Sparklines
/// share one logarithmic scale. `width`: columns of the longest bar. "" for fewer than two bars.
std::string bar_chart(const std::string& heading, const std::vector<bar>& bars,
                      std::size_t width = 24);

/// Whether stdout is a terminal that is told to show UTF-8, so that a chart may follow a table.
bool shows_charts();

}  // namespace warpmark
