#include <fstream>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json candidate_json(const candidate& candidate) {
  return {{"variant", candidate.variant},
          {"config", to_json(candidate.parameters)},
          {"is_base", candidate.is_base}};
}

json timing_json(const timing& timing) {
  return {{"median", timing.median_ns},
          {"ci_lo", timing.ci_lo_ns},
          {"ci_hi", timing.ci_hi_ns},
          {"rounds", timing.rounds}};
}

json card_json(const profile_card& card) {
  json result = {{"name", card.name},
                 {"uuids", card.uuids},
                 {"compute_capability", card.compute_capability},
                 {"architecture", card.architecture}};
  if (card.multiprocessors) result["multiprocessors"] = *card.multiprocessors;
  result["driver_versions"] = card.driver_versions;
  result["cuda_driver_versions"] = card.cuda_versions;
  result["nvrtc_versions"] = card.nvrtc_versions;
  return result;
}

json source_json(const profile_source& source) {
  return {{"role", source.role},
          {"file", source.journal.file},
          {"sha256", source.journal.sha256},
          {"commit", source.journal.commit},
          {"started_at", source.journal.started_at},
          {"complete", source.journal.complete}};
}

json size_json(const tuned_size& size) {
  json line = {{"n", size.n},
               {"winner", candidate_json(size.winner)},
               {"time_ns", timing_json(size.time)},
               {"base_time_ns", size.base_time ? timing_json(*size.base_time) : json(nullptr)},
               {"gain", nullptr},
               {"plateau", size.plateau},
               {"confirmed", size.confirmed}};
  if (size.over_base)
    line["gain"] = {
        {"value", size.over_base->value}, {"lo", size.over_base->lo}, {"hi", size.over_base->hi}};
  return line;
}

json held_out_json(const loss_report& report) {
  json result = {{"worst_loss", or_null(report.worst)},
                 {"mean_loss", or_null(report.mean)},
                 {"unknown", report.unknown},
                 {"sizes", json::array()}};
  for (const auto& each : report.sizes)
    result["sizes"].push_back({{"n", each.n},
                               {"used", candidate_json(each.used)},
                               {"best", candidate_json(each.best)},
                               {"loss", or_null(each.loss)}});
  return result;
}

json entry_json(const profile_entry& entry) {
  json result = {{"family", entry.size_problem.family},
                 {"type", entry.size_problem.type},
                 {"problem", to_json(entry.size_problem.rest)},
                 {"base", candidate_json(entry.base)},
                 {"worst_loss", entry.worst_loss},
                 {"mean_loss", entry.mean_loss},
                 {"score", entry.score},
                 {"thresholds", json::array()},
                 {"sizes", json::array()},
                 {"trade_off", json::array()},
                 {"held_out", entry.held_out ? held_out_json(*entry.held_out) : json(nullptr)}};
  for (const auto& each : entry.steps)
    result["thresholds"].push_back({{"from", each.from}, {"use", candidate_json(each.use)}});
  for (const auto& each : entry.sizes) result["sizes"].push_back(size_json(each));
  for (const auto& each : entry.curve)
    result["trade_off"].push_back({{"segments", each.segments},
                                   {"worst_loss", each.worst_loss},
                                   {"mean_loss", each.mean_loss}});
  return result;
}

}  // namespace

json to_json(const profile& profile) {
  json result = {{"schema", profile_schema},
                 {"card", card_json(profile.card)},
                 {"tool",
                  {{"version", profile.tool_version},
                   {"commit", profile.tool_commit},
                   {"dirty", profile.tool_dirty}}},
                 {"made_at", profile.made_at},
                 {"seed", profile.seed},
                 {"contract", profile.contract},
                 {"bound", profile.options.bound},
                 {"equality", profile.options.equality},
                 {"score_floor", profile.options.score_floor},
                 {"sources", json::array()},
                 {"entries", json::array()}};
  for (const auto& each : profile.sources) result["sources"].push_back(source_json(each));
  for (const auto& each : profile.entries) result["entries"].push_back(entry_json(each));
  return result;
}

void write_profile(const profile& profile, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << to_json(profile).dump(1) << '\n';
  file.close();
  if (!file) throw usage_error(fmt::format("cannot write the profile {}", path.string()));
}

}  // namespace warpmark::tuning
