#include "cli/doctor/calibration_check.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "cli/calibration_files.hpp"
#include "simt/model/card_choice.hpp"
#include "simt/model/card_difference.hpp"

namespace warpmark {
namespace {

using model::card_file;

constexpr const char* subject = "card constants";
constexpr double tolerance = 0.05;
constexpr std::size_t max_files = 100;  // Of the user's folder.

const card_file* embedded_card(const std::string& name) {
  for (const auto& calibrations : model::embedded_calibrations())
    if (calibrations.back().name == name) return &calibrations.back();
  return nullptr;
}

std::string date_of(const card_file& card) {
  return card.measured_at.empty() ? "not calibrated" : card.measured_at.substr(0, 10);
}

std::string difference_text(const model::constant_difference& difference) {
  const double percent = difference.before > 0 ? 100 * (difference.after / difference.before - 1)
                                               : std::numeric_limits<double>::infinity();
  return fmt::format("{}: {:.6g} in the program, {:.6g} in the calibration ({:+.0f} %)",
                     difference.key, difference.before, difference.after, percent);
}

installation_finding compare(const card_file& calibration, const std::string& file) {
  const card_file* embedded = embedded_card(calibration.name);
  if (embedded == nullptr)
    return {subject, true, false,
            fmt::format("{} is calibrated in {} ({}); the program has no card file of it: "
                        "`--card {}` models it",
                        calibration.name, file, date_of(calibration), file)};
  const auto differences = model::differing_constants(*embedded, calibration, tolerance);
  const std::string what = fmt::format(
      "{}: {} of {} constants of the program ({}) differ by more than {:.0f} % from {} "
      "({})",
      calibration.name, differences.size(), model::constant_fields().size(), date_of(*embedded),
      100 * tolerance, file, date_of(calibration));
  installation_finding result{subject, differences.empty(), false, what};
  if (differences.empty()) return result;
  result.detail += calibration.measured_at >= embedded->measured_at
                       ? fmt::format("; `--card {}` models the card as calibrated", file)
                       : "; the calibration is older: run `warpmark calibrate` on the card";
  for (const auto& difference : differences) result.tried.push_back(difference_text(difference));
  return result;
}

std::vector<std::string> card_files_in(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (at->path().extension() == ".json" && files.size() < max_files)
      files.push_back(at->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

void look_at_uncalibrated(const std::set<std::string>& calibrated,
                          std::vector<installation_finding>& findings) {
  if (!cuda::probe_driver().available) return;
  std::set<std::string> seen = calibrated;
  for (const auto& card : cuda::list_cards()) {
    if (!seen.insert(card.name).second) continue;
    const card_file* embedded = embedded_card(card.name);
    findings.push_back(
        {subject, embedded != nullptr, false,
         fmt::format("{}: {}; `warpmark calibrate` measures them on this card within a minute",
                     card.name,
                     embedded == nullptr
                         ? std::string("the program has no card file of it")
                         : fmt::format("those of the program ({}) were not compared with this card",
                                       date_of(*embedded)))});
  }
}

}  // namespace

std::vector<installation_finding> look_at_calibrations(const std::string& given) {
  if (!given.empty()) return {compare(model::choose_card("--calibration", given), given)};
  std::vector<installation_finding> findings;
  std::set<std::string> calibrated;
  for (const auto& file : card_files_in(calibration_folder())) {
    try {
      const card_file calibration = model::read_card_file(file).back();
      findings.push_back(compare(calibration, file));
      calibrated.insert(calibration.name);
    } catch (const usage_error& error) {
      findings.push_back({subject, false, false, error.what()});
    }
  }
  look_at_uncalibrated(calibrated, findings);
  return findings;
}

}  // namespace warpmark
