#include "ci/gate/programs/nvbench_trial.hpp"

#include <numeric>
#include <utility>

#include "base/usage_error.hpp"

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

nvbench_trial::nvbench_trial(nvbench_sides sides, const std::filesystem::path& file)
    : sides_(std::move(sides)), found_(discover_base(sides_, scratch_.path())) {
  sides_.selection = found_.selection;
  subjects_ = nvbench_subjects_of(found_, found_);
  if (subjects_.points.empty()) throw usage_error(sides_.base.string() + ": it ran no point");
  if (!file.empty()) file_ = std::make_unique<rounds_file>(file);
}

std::unique_ptr<round_source> nvbench_trial::source(std::uint64_t seed) const {
  if (file_) file_->begin_run(subjects_.points.size());
  return std::make_unique<nvbench_rounds>(
      nvbench_round_terms{
          .sides = sides_, .base_s = found_.seconds, .head_s = found_.seconds, .seed = seed},
      subjects_.measured, scratch_.path(),
      [file = file_.get()](std::size_t round, const nvbench_subject& subject,
                           const round_pair& pair) {
        if (file) file->add(round, {.key = subject.key, .role = subject.role}, pair);
      });
}

synthetic_suite nvbench_trial::unchanged(std::uint64_t seed) const {
  return {subjects_.points, std::vector<double>(subjects_.points.size()), source(seed)};
}

std::vector<nvbench_planted_row> nvbench_trial::planted(const std::vector<double>& slowdowns,
                                                        const gate_settings& settings,
                                                        std::uint64_t seed) const {
  std::vector<std::size_t> all(subjects_.points.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::size_t count = settings.timing.screen_rounds + 2 * settings.timing.confirm_rounds;
  const auto measuring = source(seed);
  auto rounds = std::make_shared<std::vector<std::vector<round_pair>>>();
  for (std::size_t i = 0; i < count; ++i) rounds->push_back(measuring->measure(all));

  std::vector<nvbench_planted_row> rows;
  for (const double slowdown : slowdowns) {
    // Candidates have even numbers, controls odd ones.
    const auto make = [&](std::uint64_t half) {
      std::vector<double> planted(all.size());
      for (std::size_t i = 0; i < all.size(); i += 2)
        if (i / 2 % 2 == half % 2) planted[i] = slowdown;
      auto recorded = std::make_unique<recorded_rounds>(rounds, planted);
      return synthetic_suite{subjects_.points, std::move(planted), std::move(recorded)};
    };
    rows.push_back({slowdown, try_suites(make, settings, slowdown > 0 ? 2 : 1, 0)});
  }
  return rows;
}

}  // namespace warpmark::gate
