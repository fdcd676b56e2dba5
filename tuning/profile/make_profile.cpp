#include "tuning/profile/make_profile.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/core/build_info.hpp"
#include "bench/journal/lines.hpp"
#include "bench/journal/objective.hpp"
#include "tuning/profile/card_kinds.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using nlohmann::literals::operator""_json_pointer;

std::string text_at(const json& manifest, const json::json_pointer& where) {
  const json value = manifest.value(where, json());
  return value.is_string() ? value.get<std::string>() : "";
}

void add_once(std::vector<std::string>& to, const std::string& text) {
  if (!text.empty() && std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
}

void require_times(const measured_journal& journal) {
  const std::string backend = journal.manifest.value("backend", "");
  if (backend != "simt" || journal.modelled) return;
  throw usage_error(
      fmt::format("{}: counted on the interpreter, which has no clock; expected measured times, or "
                  "times modelled for a card that --card names",
                  journal.source.file));
}

void take_card(const measured_journal& journal, profile_card& card) {
  require_times(journal);
  const card_kind kind = kind_of(journal);
  if (card.name.empty()) {
    card.name = kind.name;
    card.modelled = journal.modelled;
    card.architecture = text_at(journal.manifest, "/card/architecture"_json_pointer);
  }
  // Older journals lack them.
  if (card.compute_capability.empty()) card.compute_capability = kind.compute_capability;
  if (!card.multiprocessors) card.multiprocessors = kind.multiprocessors;
  const auto known = card.uuids.size();
  for (const auto& point : journal.points) add_once(card.uuids, point.card_uuid);
  if (card.uuids.size() == known)
    add_once(card.uuids, text_at(journal.manifest, "/card/uuid"_json_pointer));
  for (const json& one : cards_of(journal.manifest)) {
    add_once(card.driver_versions, text_at(one, "/driver_version"_json_pointer));
    add_once(card.cuda_versions, text_at(one, "/cuda_driver_version"_json_pointer));
  }
  add_once(card.nvrtc_versions, text_at(journal.manifest, "/nvrtc_version"_json_pointer));
}

void take_sources(std::span<const measured_journal> journals, const std::string& role,
                  profile& into) {
  for (const auto& journal : journals) {
    take_card(journal, into.card);
    into.sources.push_back({journal.source, role});
  }
}

const size_table* find_table(const std::vector<size_table>& tables,
                             const size_problem& size_problem) {
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const size_table& table) {
    return table.size_problem.text() == size_problem.text();
  });
  return found == tables.end() ? nullptr : &*found;
}

// The journal's finals, or all other measurements.
measured_journal of_finals(const measured_journal& from, bool finals) {
  measured_journal result{
      .source = from.source, .manifest = from.manifest, .modelled = from.modelled};
  std::copy_if(from.points.begin(), from.points.end(), std::back_inserter(result.points),
               [&](const measured_point& point) { return (point.phase == "final") == finals; });
  return result;
}

// The held-out measurements: from journals for that, and at held-out sizes of the others.
std::vector<measured_journal> journals_to_judge(const profile_material& from) {
  std::vector<measured_journal> journals(from.held_out.begin(), from.held_out.end());
  for (const auto& source : {from.tuned, from.confirmed})
    for (const auto& item : source) {
      auto& part =
          journals.emplace_back(measured_journal{.source = item.source, .modelled = item.modelled});
      std::copy_if(item.points.begin(), item.points.end(), std::back_inserter(part.points),
                   [&](const measured_point& point) {
                     const auto* n = point.problem.find("n");
                     return n != nullptr && std::holds_alternative<std::int64_t>(*n) &&
                            std::find(from.held_out_sizes.begin(), from.held_out_sizes.end(),
                                      static_cast<std::uint64_t>(std::get<std::int64_t>(*n))) !=
                                from.held_out_sizes.end();
                   });
    }
  return journals;
}

bool has_variant(const size_table& table, const std::string& path) {
  return std::any_of(table.candidates.begin(), table.candidates.end(),
                     [&](const candidate& candidate) {
                       return table.size_problem.family + "/" + candidate.variant == path;
                     });
}

// The variant of this table's family among "family/variant"s.
std::string own_base(const size_table& table, const std::vector<std::string>& base_variants) {
  for (const auto& base_variant : base_variants)
    if (has_variant(table, base_variant)) return base_variant.substr(base_variant.find('/') + 1);
  return "";
}

void require_known(const std::vector<std::string>& base_variants,
                   const std::vector<size_table>& tables) {
  for (const auto& variant_path : base_variants) {
    std::vector<std::string> there;
    bool known = false;
    for (const auto& table : tables) {
      known = known || has_variant(table, variant_path);
      for (const auto& candidate : table.candidates)
        add_once(there, table.size_problem.family + "/" + candidate.variant);
    }
    if (!known)
      throw usage_error(fmt::format("the journals have no variant '{}' for the base{}",
                                    variant_path, did_you_mean(variant_path, there)));
  }
}

// The journals of one kind of card.
struct kind_material {
  card_kind kind;
  std::vector<measured_journal> tuned, confirmed, held_out;

  profile_material material(const std::vector<std::uint64_t>& held_out_sizes) const {
    return {.tuned = tuned,
            .confirmed = confirmed,
            .held_out = held_out,
            .held_out_sizes = held_out_sizes};
  }
};

void distribute(std::span<const measured_journal> journals,
                std::vector<measured_journal> kind_material::*role,
                std::vector<kind_material>& kinds) {
  for (auto& part : by_card_kind(std::vector(journals.begin(), journals.end()))) {
    const card_kind kind = kind_of(part);
    auto known = std::find_if(kinds.begin(), kinds.end(),
                              [&](const auto& other) { return same_kind(other.kind, kind); });
    if (known == kinds.end()) known = kinds.insert(kinds.end(), {.kind = kind});
    ((*known).*role).push_back(std::move(part));
  }
}

void require_one_objective(const profile_material& from) {
  const auto objective_in = [](const measured_journal& journal) {
    return journal::objective_of_journal(journal.manifest);
  };
  const auto first = objective_in(from.tuned.front());
  for (const auto& journals : {from.tuned, from.confirmed, from.held_out})
    for (const auto& journal : journals)
      if (objective_in(journal) != first)
        throw usage_error(fmt::format("{}: its objective is {}; expected {}, as in {}",
                                      journal.source.file, name(objective_in(journal)), name(first),
                                      from.tuned.front().source.file));
}

// The profile of one kind of card; without entries if no measurement passes the filter.
profile profile_of_kind(const profile_material& from, const table_filter& filter,
                        const std::vector<std::string>& base_variants,
                        const profile_options& options) {
  profile made{.tool = {.version = std::string(build_info::version()),
                        .commit = std::string(build_info::commit()),
                        .dirty = build_info::dirty()},
               .made_at = journal::timestamp(),
               .options = options};
  take_sources(from.tuned, "tuned", made);
  take_sources(from.confirmed, "confirmed", made);
  take_sources(from.held_out, "held_out", made);
  if (from.tuned.empty()) return made;
  made.seed = from.tuned.front().manifest.value("seed", std::uint64_t{0});
  made.contract = from.tuned.front().manifest.value("contract", json::object());

  // A journal of `tune` contains both.
  std::vector<measured_journal> searched;
  std::vector<measured_journal> rounds(from.confirmed.begin(), from.confirmed.end());
  for (const auto& result : from.tuned) {
    searched.push_back(of_finals(result, false));
    rounds.push_back(of_finals(result, true));
  }
  const auto tuned = size_tables(searched, filter);
  const auto confirmed = size_tables(rounds, filter);
  const auto held_out = size_tables(journals_to_judge(from), filter);
  for (const auto& whole : tuned) {
    const auto table = without_gaps(at_sizes(whole, from.held_out_sizes, false));
    if (table.sizes.empty()) continue;
    made.entries.push_back(make_entry(table, find_table(confirmed, table.size_problem),
                                      find_table(held_out, table.size_problem),
                                      base_of(table, own_base(table, base_variants)), options));
  }
  return made;
}

}  // namespace

made_profiles make_profiles(const profile_material& from, const table_filter& filter,
                            const std::vector<std::string>& base_variants,
                            const profile_options& options) {
  if (from.tuned.empty()) throw usage_error("a profile needs a journal of measurements");
  require_one_objective(from);
  std::vector<kind_material> kinds;
  distribute(from.tuned, &kind_material::tuned, kinds);
  distribute(from.confirmed, &kind_material::confirmed, kinds);
  distribute(from.held_out, &kind_material::held_out, kinds);
  if (!base_variants.empty()) require_known(base_variants, size_tables(from.tuned, filter));
  made_profiles made;
  for (const auto& kind : kinds) {
    auto profile =
        profile_of_kind(kind.material(from.held_out_sizes), filter, base_variants, options);
    if (profile.entries.empty())
      made.without_entries.push_back(kind.kind);
    else
      made.profiles.push_back(std::move(profile));
  }
  if (made.profiles.empty())
    throw usage_error(fmt::format(
        "{}: no {} times of the selected points; expected a journal of warpmark run on a card",
        from.tuned.front().source.file, filter.state));
  return made;
}

std::string card_identifier(const std::string& card_name) {
  std::string result;
  for (const char character : card_name) {
    const bool plain =
        (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    const bool capital = character >= 'A' && character <= 'Z';
    const char as = capital ? static_cast<char>(character - 'A' + 'a') : plain ? character : '_';
    if (as != '_' || (!result.empty() && result.back() != '_')) result += as;
  }
  if (result.ends_with('_')) result.pop_back();
  if (result.empty() || (result.front() >= '0' && result.front() <= '9')) result = "card_" + result;
  return result;
}

}  // namespace warpmark::tuning
