#include "ci/gate/trials/recorded_rounds.hpp"

#include <numeric>
#include <utility>

namespace warpmark::gate {

recorded_rounds::recorded_rounds(std::shared_ptr<const std::vector<std::vector<round_pair>>> rounds,
                                 std::vector<double> slowdowns)
    : rounds_(std::move(rounds)), slowdowns_(std::move(slowdowns)) {}

std::vector<round_pair> recorded_rounds::measure(const std::vector<std::size_t>& points) {
  const auto& round = rounds_->at(next_++ % rounds_->size());
  std::vector<round_pair> pairs;
  pairs.reserve(points.size());
  for (const std::size_t point : points) {
    pairs.push_back(round.at(point));
    pairs.back().head.time_ns *= 1 + slowdowns_.at(point);
  }
  return pairs;
}

std::vector<recorded_row> plant_in_rounds(round_source& source,
                                          const std::vector<timed_point>& points,
                                          const std::vector<double>& slowdowns,
                                          const gate_settings& settings) {
  std::vector<std::size_t> all(points.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::size_t> candidates;
  for (const std::size_t i : all)
    if (points[i].role == point_role::candidate) candidates.push_back(i);
  const std::size_t count = settings.timing.screen_rounds + 2 * settings.timing.confirm_rounds;
  auto rounds = std::make_shared<std::vector<std::vector<round_pair>>>();
  for (std::size_t i = 0; i < count; ++i) rounds->push_back(source.measure(all));

  std::vector<recorded_row> rows;
  for (const double slowdown : slowdowns) {
    const auto make = [&](std::uint64_t half) {
      std::vector<double> planted(points.size());
      for (std::size_t i = half % 2; i < candidates.size(); i += 2)
        planted[candidates[i]] = slowdown;
      auto recorded = std::make_unique<recorded_rounds>(rounds, planted);
      return synthetic_suite{points, std::move(planted), std::move(recorded)};
    };
    rows.push_back({slowdown, try_suites(make, settings, slowdown > 0 ? 2 : 1, 0)});
  }
  return rows;
}

}  // namespace warpmark::gate
