#include "ci/gate/programs/nvbench_trial.hpp"

#include <utility>

#include "base/usage_error.hpp"

namespace warpmark::gate {

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

std::vector<recorded_row> nvbench_trial::planted(const std::vector<double>& slowdowns,
                                                 const gate_settings& settings,
                                                 std::uint64_t seed) const {
  const auto measuring = source(seed);
  return plant_in_rounds(*measuring, subjects_.points, slowdowns, settings);
}

}  // namespace warpmark::gate
