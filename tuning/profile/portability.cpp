#include "tuning/profile/portability.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tuning/profile/card_kinds.hpp"

namespace warpmark::tuning {
namespace {

// The journals of one kind of card.
struct measured_kind {
  card_kind kind;
  std::vector<measured_journal> journals;
};

std::vector<measured_kind> kinds_of(std::span<const measured_journal> journals) {
  std::vector<measured_kind> kinds;
  for (auto& part : by_card_kind(std::vector(journals.begin(), journals.end()))) {
    const card_kind kind = kind_of(part);
    auto known = std::find_if(kinds.begin(), kinds.end(),
                              [&](const auto& other) { return same_kind(other.kind, kind); });
    if (known == kinds.end()) known = kinds.insert(kinds.end(), {.kind = kind});
    known->journals.push_back(std::move(part));
  }
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const auto& a, const auto& b) { return a.kind.name < b.kind.name; });
  return kinds;
}

// The name, with what tells kinds of one name apart.
std::string label_of(const card_kind& kind, const std::vector<card_kind>& all) {
  const auto count = std::count_if(all.begin(), all.end(),
                                   [&](const card_kind& other) { return other.name == kind.name; });
  if (kind.name.empty()) return "unknown";
  if (count < 2 || !kind.multiprocessors) return kind.name;
  return fmt::format("{} ({} multiprocessors)", kind.name, *kind.multiprocessors);
}

std::vector<card_kind> all_kinds(std::span<const profile> profiles,
                                 const std::vector<measured_kind>& measured) {
  std::vector<card_kind> kinds;
  const auto add = [&](const card_kind& kind) {
    if (std::none_of(kinds.begin(), kinds.end(),
                     [&](const card_kind& other) { return same_kind(other, kind); }))
      kinds.push_back(kind);
  };
  for (const auto& profile : profiles) add(kind_of(profile.card));
  for (const auto& item : measured) add(item.kind);
  return kinds;
}

}  // namespace

std::vector<portability_cell> portability(std::span<const profile> profiles,
                                          std::span<const measured_journal> journals,
                                          const table_filter& filter) {
  const auto measured = kinds_of(journals);
  const auto kinds = all_kinds(profiles, measured);
  std::vector<portability_cell> cells;
  for (const auto& [kind, of_kind] : measured)
    for (const auto& table : size_tables(of_kind, filter))
      for (const auto& profile : profiles)
        for (const auto& entry : profile.entries)
          if (entry.size_problem.text() == table.size_problem.text())
            cells.push_back({.size_problem = entry.size_problem,
                             .profile_card = label_of(kind_of(profile.card), kinds),
                             .measured_card = label_of(kind, kinds),
                             .losses = losses_at(entry.steps, table)});
  return cells;
}

}  // namespace warpmark::tuning
