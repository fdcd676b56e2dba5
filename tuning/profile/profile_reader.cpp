#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/json_place.hpp"
#include "base/usage_error.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using journal::json_place;

std::optional<double> number_or_nothing(const json_place& place) {
  return place.is_null() ? std::nullopt : std::optional(place.number());
}

candidate candidate_at(const json_place& place) {
  const auto config = place.at("config");
  return {.variant = place.at("variant").text(),
          .parameters = parameters_from_json(config.object(), config.name()),
          .is_base = place.at("is_base").flag()};
}

timing timing_at(const json_place& place) {
  const timing result{.median_ns = place.at("median").positive(),
                      .ci_lo_ns = place.at("ci_lo").positive(),
                      .ci_hi_ns = place.at("ci_hi").positive(),
                      .rounds = place.at("rounds").count()};
  if (result.ci_lo_ns > result.median_ns || result.median_ns > result.ci_hi_ns)
    place.fail("an interval that contains the median");
  return result;
}

profile_card card_at(const json_place& place) {
  std::optional<std::uint64_t> multiprocessors;
  if (place.object().contains("multiprocessors"))
    multiprocessors = place.at("multiprocessors").count();
  return {.name = place.at("name").text(),
          .uuids = place.at("uuids").texts(),
          .compute_capability = place.at("compute_capability").text(),
          .architecture = place.at("architecture").text(),
          .multiprocessors = multiprocessors,
          .driver_versions = place.at("driver_versions").texts(),
          .cuda_versions = place.at("cuda_driver_versions").texts(),
          .nvrtc_versions = place.at("nvrtc_versions").texts()};
}

profile_source source_at(const json_place& place) {
  return {.journal = {.file = place.at("file").text(),
                      .sha256 = place.at("sha256").text(),
                      .commit = place.at("commit").text(),
                      .started_at = place.at("started_at").text(),
                      .complete = place.at("complete").flag()},
          .role = place.at("role").text()};
}

tuned_size size_at(const json_place& place) {
  tuned_size size{.n = place.at("n").count(),
                  .winner = candidate_at(place.at("winner")),
                  .time = timing_at(place.at("time_ns")),
                  .base_time = {},
                  .over_base = {},
                  .plateau = place.at("plateau").flag(),
                  .confirmed = place.at("confirmed").flag()};
  if (const auto base = place.at("base_time_ns"); !base.is_null()) size.base_time = timing_at(base);
  if (const auto over = place.at("gain"); !over.is_null())
    size.over_base = gain{.value = over.at("value").positive(),
                          .lo = over.at("lo").positive(),
                          .hi = over.at("hi").positive()};
  return size;
}

loss_report held_out_at(const json_place& place) {
  loss_report report{.worst = number_or_nothing(place.at("worst_loss")),
                     .mean = number_or_nothing(place.at("mean_loss")),
                     .unknown = place.at("unknown").count()};
  for (const auto& each : place.at("sizes").items())
    report.sizes.push_back({.n = each.at("n").count(),
                            .used = candidate_at(each.at("used")),
                            .best = candidate_at(each.at("best")),
                            .loss = number_or_nothing(each.at("loss"))});
  return report;
}

void require_order(const profile_entry& entry, const json_place& place) {
  const auto steps = place.at("thresholds"), sizes = place.at("sizes");
  if (entry.steps.empty() || entry.steps.front().from != 0)
    steps.fail("a list whose first 'from' is 0");
  for (std::size_t i = 1; i < entry.steps.size(); ++i)
    if (entry.steps[i].from <= entry.steps[i - 1].from)
      steps.items()[i].at("from").fail("more than the one before it");
  if (entry.sizes.empty()) sizes.fail("a list of tuned sizes");
  for (std::size_t i = 1; i < entry.sizes.size(); ++i)
    if (entry.sizes[i].n <= entry.sizes[i - 1].n)
      sizes.items()[i].at("n").fail("more than the one before it");
}

profile_entry entry_at(const json_place& place) {
  const auto problem = place.at("problem");
  profile_entry entry{
      .size_problem = {.family = place.at("family").text(),
                       .type = place.at("type").text(),
                       .rest = parameters_from_json(problem.object(), problem.name())},
      .base = candidate_at(place.at("base")),
      .worst_loss = place.at("worst_loss").number(),
      .mean_loss = place.at("mean_loss").number(),
      .score = place.at("score").number(),
      .held_out = {}};
  for (const auto& each : place.at("sizes").items()) entry.sizes.push_back(size_at(each));
  for (const auto& each : place.at("thresholds").items())
    entry.steps.push_back({each.at("from").count(), candidate_at(each.at("use"))});
  for (const auto& each : place.at("trade_off").items())
    entry.curve.push_back({each.at("segments").count(), each.at("worst_loss").number(),
                           each.at("mean_loss").number()});
  if (const auto held_out = place.at("held_out"); !held_out.is_null())
    entry.held_out = held_out_at(held_out);
  require_order(entry, place);
  return entry;
}

}  // namespace

profile profile_from_json(const json& from, const std::filesystem::path& path) {
  const json_place file(from, path.string());
  if (!from.is_object() || !from.contains("schema"))
    throw usage_error(
        fmt::format("{}: not a profile: it has no 'schema'; expected a file that `warpmark "
                    "export --format profile` wrote",
                    path.string()));
  if (from["schema"] != profile_schema)
    file.at("schema").fail(fmt::format("\"{}\", which this program reads", profile_schema));
  const auto tool = file.at("tool");
  profile result{.card = card_at(file.at("card")),
                 .tool_version = tool.at("version").text(),
                 .tool_commit = tool.at("commit").text(),
                 .tool_dirty = tool.at("dirty").flag(),
                 .made_at = file.at("made_at").text(),
                 .seed = file.at("seed").count(),
                 .contract = file.at("contract").object(),
                 .options = {.bound = file.at("bound").number(),
                             .equality = file.at("equality").number(),
                             .score_floor = file.at("score_floor").number()}};
  for (const auto& each : file.at("sources").items()) result.sources.push_back(source_at(each));
  for (const auto& each : file.at("entries").items()) result.entries.push_back(entry_at(each));
  return result;
}

profile read_profile(const std::filesystem::path& path) {
  const std::string text = input::read_text(path);
  input::require_shallow_json(text, path.string());
  const json parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded())
    throw usage_error(fmt::format("{}: not valid JSON; expected a profile", path.string()));
  return profile_from_json(parsed, path);
}

}  // namespace warpmark::tuning
