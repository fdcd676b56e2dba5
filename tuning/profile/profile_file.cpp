#include "tuning/profile/profile_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/json_fields.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/parameters_json.hpp"
#include "bench/journal/reader.hpp"
#include "tuning/profile/card_kinds.hpp"

namespace warpmark::tuning {

using journal::json;
using journal::json_place;

template <fields_of<candidate> Candidate, class Visit>
void visit_fields(Candidate& candidate, Visit&& field) {
  field("variant", candidate.variant);
  field("config", candidate.parameters);
  field("is_base", candidate.is_base);
}

template <fields_of<timing> Timing, class Visit>
void visit_fields(Timing& timing, Visit&& field) {
  field("median", timing.median_ns, json_fields::positive);
  field("ci_lo", timing.ci_lo_ns, json_fields::positive);
  field("ci_hi", timing.ci_hi_ns, json_fields::positive);
  field("rounds", timing.rounds);
}

static void require_valid(const timing& timing, const json_place& place) {
  if (timing.ci_lo_ns > timing.median_ns || timing.median_ns > timing.ci_hi_ns)
    place.fail("an interval that contains the median");
}

template <fields_of<gain> Gain, class Visit>
void visit_fields(Gain& gain, Visit&& field) {
  field("value", gain.value, json_fields::positive);
  field("lo", gain.lo, json_fields::positive);
  field("hi", gain.hi, json_fields::positive);
}

template <fields_of<modelled_origin> Origin, class Visit>
void visit_fields(Origin& origin, Visit&& field) {
  field("card", origin.card);
  field("calibration", origin.calibration);
}

template <fields_of<profile_card> Card, class Visit>
void visit_fields(Card& card, Visit&& field) {
  field("name", card.name);
  field("uuids", card.uuids);
  field("compute_capability", card.compute_capability);
  field("architecture", card.architecture);
  field("multiprocessors", card.multiprocessors, json_fields::if_known);
  field("driver_versions", card.driver_versions);
  field("cuda_driver_versions", card.cuda_versions);
  field("nvrtc_versions", card.nvrtc_versions);
  field("modelled", card.modelled, json_fields::if_known);
}

template <fields_of<profile_tool> Tool, class Visit>
void visit_fields(Tool& tool, Visit&& field) {
  field("version", tool.version);
  field("commit", tool.commit);
  field("dirty", tool.dirty);
}

template <fields_of<profile_source> Source, class Visit>
void visit_fields(Source& source, Visit&& field) {
  field("role", source.role);
  field("file", source.journal.file);
  field("sha256", source.journal.sha256);
  field("commit", source.journal.commit);
  field("started_at", source.journal.started_at);
  field("complete", source.journal.complete);
}

template <fields_of<tuned_size> Size, class Visit>
void visit_fields(Size& size, Visit&& field) {
  field("n", size.n);
  field("winner", size.winner);
  field("time_ns", size.time);
  field("base_time_ns", size.base_time);
  field("gain", size.over_base);
  field("plateau", size.plateau);
  field("confirmed", size.confirmed);
}

template <fields_of<policy_step> Step, class Visit>
void visit_fields(Step& step, Visit&& field) {
  field("from", step.from);
  field("use", step.use);
}

template <fields_of<trade_off_step> Step, class Visit>
void visit_fields(Step& step, Visit&& field) {
  field("segments", step.segments);
  field("worst_loss", step.worst_loss);
  field("mean_loss", step.mean_loss);
}

template <fields_of<size_loss> Loss, class Visit>
void visit_fields(Loss& loss, Visit&& field) {
  field("n", loss.n);
  field("used", loss.used);
  field("best", loss.best);
  field("loss", loss.loss);
}

template <fields_of<loss_report> Report, class Visit>
void visit_fields(Report& report, Visit&& field) {
  field("worst_loss", report.worst);
  field("mean_loss", report.mean);
  field("unknown", report.unknown);
  field("sizes", report.sizes);
}

template <fields_of<profile_entry> Entry, class Visit>
void visit_fields(Entry& entry, Visit&& field) {
  field("family", entry.size_problem.family);
  field("type", entry.size_problem.type);
  field("problem", entry.size_problem.rest);
  field("base", entry.base);
  field("deterministic", entry.deterministic, json_fields::if_known);
  field("worst_loss", entry.worst_loss);
  field("mean_loss", entry.mean_loss);
  field("score", entry.score);
  field("thresholds", entry.steps);
  field("sizes", entry.sizes);
  field("trade_off", entry.curve);
  field("held_out", entry.held_out);
}

static void require_valid(const profile_entry& entry, const json_place& place) {
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

template <fields_of<profile> Profile, class Visit>
void visit_fields(Profile& profile, Visit&& field) {
  field("schema", profile_schema, json_fields::only_written);
  field("card", profile.card);
  field("tool", profile.tool);
  field("made_at", profile.made_at);
  field("seed", profile.seed);
  field("contract", profile.contract);
  field("bound", profile.options.bound);
  field("equality", profile.options.equality);
  field("score_floor", profile.options.score_floor);
  field("sources", profile.sources);
  field("entries", profile.entries);
}

json to_json(const profile& profile) { return json_fields::write<json>(profile); }

static std::string schema_of(const json& from, const std::filesystem::path& path) {
  if (!from.is_object() || !from.contains("schema"))
    throw usage_error(
        fmt::format("{}: not a profile: it has no 'schema'; expected a file that `warpmark "
                    "export --format profile` wrote",
                    path.string()));
  return from["schema"].is_string() ? from["schema"].get<std::string>() : "";
}

// The file's own place, or that of one profile of a set.
static profile profile_at(const json_place& place) {
  if (place.object().value("schema", json()) != profile_schema)
    place.at("schema").fail(fmt::format("\"{}\", which this program reads", profile_schema));
  return json_fields::read<profile>(place);
}

profile profile_from_json(const json& from, const std::filesystem::path& path) {
  schema_of(from, path);
  return profile_at(json_place(from, path.string()));
}

json to_json(std::span<const profile> profiles) {
  if (profiles.size() == 1) return to_json(profiles.front());
  json set = {{"schema", profile_set_schema}, {"profiles", json::array()}};
  for (const auto& profile : profiles) set["profiles"].push_back(to_json(profile));
  return set;
}

std::vector<profile> profiles_from_json(const json& from, const std::filesystem::path& path) {
  if (schema_of(from, path) != profile_set_schema) return {profile_from_json(from, path)};
  const json_place list = json_place(from, path.string()).at("profiles");
  std::vector<profile> profiles;
  for (const auto& place : list.items()) {
    auto profile = profile_at(place);
    const auto kind = kind_of(profile.card);
    if (std::any_of(profiles.begin(), profiles.end(), [&](const tuning::profile& other) {
          return same_kind(kind_of(other.card), kind);
        }))
      place.at("card").at("name").fail("another kind of card than those before it");
    profiles.push_back(std::move(profile));
  }
  if (profiles.empty()) list.fail("at least one profile");
  return profiles;
}

bool is_profile(const std::filesystem::path& path) {
  if (journal::is_journal(path)) return false;
  input::input_file file(path);
  constexpr std::size_t max_beginning = 1 << 12;
  std::array<char, max_beginning> beginning;
  return std::string_view(beginning.data(), file.read(beginning)).find("\"warpmark-profile") !=
         std::string_view::npos;
}

std::vector<profile> read_profiles(const std::filesystem::path& path) {
  const std::string text = input::read_text(path);
  input::require_shallow_json(text, path.string());
  const json parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded())
    throw usage_error(fmt::format("{}: not valid JSON; expected a profile", path.string()));
  return profiles_from_json(parsed, path);
}

void write_profile(const profile& profile, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << to_json(profile).dump(1) << '\n';
  file.close();
  if (!file) throw usage_error(fmt::format("cannot write the profile {}", path.string()));
}

}  // namespace warpmark::tuning
