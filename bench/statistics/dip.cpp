#include "bench/statistics/dip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// A step of the distribution function: counts of samples below and up to a value that occurs.
struct corner {
  double value;
  double below;
  double up_to;
};

std::vector<corner> distribution_of(std::span<const double> ascending) {
  std::vector<corner> corners;
  for (std::size_t first = 0; first < ascending.size();) {
    std::size_t last = first + 1;
    while (last < ascending.size() && ascending[last] == ascending[first]) ++last;
    corners.push_back({ascending[first], static_cast<double>(first), static_cast<double>(last)});
    first = last;
  }
  return corners;
}

// A hull over corners[first..last]: its knots among them, and its height at each.
struct hull {
  std::size_t first;
  std::vector<std::size_t> knots;
  std::vector<double> heights;

  double at(std::size_t corner) const { return heights[corner - first]; }
};

// `bend` is 1 for the convex minorant, -1 for the concave majorant; `height` picks a corner's
// count.
hull hull_of(std::span<const corner> corners, std::size_t first, std::size_t last,
             double corner::*height, double bend) {
  hull made{first, {}, std::vector<double>(last - first + 1)};
  const auto slope = [&](std::size_t a, std::size_t b) {
    return (corners[b].*height - corners[a].*height) / (corners[b].value - corners[a].value);
  };
  auto& knots = made.knots;
  for (std::size_t i = first; i <= last; ++i) {
    while (knots.size() >= 2 &&
           bend * slope(knots.back(), i) <= bend * slope(knots[knots.size() - 2], knots.back())) {
      knots.pop_back();
    }
    knots.push_back(i);
  }
  made.heights[0] = corners[first].*height;
  for (std::size_t k = 1; k < knots.size(); ++k) {
    const double rise = slope(knots[k - 1], knots[k]);
    for (std::size_t i = knots[k - 1] + 1; i <= knots[k]; ++i) {
      made.heights[i - first] =
          corners[knots[k - 1]].*height + rise * (corners[i].value - corners[knots[k - 1]].value);
    }
    made.heights[knots[k] - first] = corners[knots[k]].*height;
  }
  return made;
}

struct critical_point {
  double n;
  double scaled_dip;  // The 99 % quantile of sqrt(n) x dip of n uniform samples.
};

// 100 000 simulated sets of samples each, 20 000 for the last two.
constexpr std::array<critical_point, 8> critical_points{{{10, 0.504},
                                                         {20, 0.540},
                                                         {30, 0.556},
                                                         {50, 0.574},
                                                         {100, 0.591},
                                                         {200, 0.603},
                                                         {500, 0.617},
                                                         {1000, 0.617}}};

}  // namespace

double dip_statistic(std::span<const double> samples) {
  require_samples(samples, 1, "dip");
  const std::vector<corner> corners = distribution_of(ascending(samples));
  std::size_t first = 0;
  std::size_t last = corners.size() - 1;
  double dip = 0;  // Twice the dip, in samples.
  while (first < last) {
    const hull minorant = hull_of(corners, first, last, &corner::below, 1);
    const hull majorant = hull_of(corners, first, last, &corner::up_to, -1);
    double widest = 0;
    std::size_t place = first;
    for (std::size_t i = first; i <= last; ++i) {
      const double apart = majorant.at(i) - minorant.at(i);
      if (apart > widest) {
        widest = apart;
        place = i;
      }
    }
    if (widest <= dip) break;
    const std::size_t new_first =
        *(std::upper_bound(minorant.knots.begin(), minorant.knots.end(), place) - 1);
    const std::size_t new_last =
        *std::lower_bound(majorant.knots.begin(), majorant.knots.end(), place);
    for (std::size_t i = first; i <= new_first; ++i) {
      dip = std::max(dip, corners[i].up_to - minorant.at(i));
    }
    for (std::size_t i = new_last; i <= last; ++i) {
      dip = std::max(dip, majorant.at(i) - corners[i].below);
    }
    if (new_first == first && new_last == last) break;
    first = new_first;
    last = new_last;
  }
  return dip / (2 * static_cast<double>(samples.size()));
}

double dip_critical_value(std::size_t n) {
  if (n == 0) throw std::invalid_argument("dip's critical value: no samples");
  const auto count = static_cast<double>(n);
  const auto* above = std::find_if(critical_points.begin(), critical_points.end(),
                                   [&](const critical_point& point) { return point.n >= count; });
  double scaled = critical_points.back().scaled_dip;
  if (above == critical_points.begin()) {
    scaled = above->scaled_dip;
  } else if (above != critical_points.end()) {
    const critical_point& below = *(above - 1);
    const double share = std::log(count / below.n) / std::log(above->n / below.n);
    scaled = std::lerp(below.scaled_dip, above->scaled_dip, share);
  }
  return scaled / std::sqrt(count);
}

}  // namespace warpmark::statistics
