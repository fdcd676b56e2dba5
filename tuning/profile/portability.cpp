#include "tuning/profile/portability.hpp"

#include <map>

namespace warpmark::tuning {
namespace {

std::string card_name(const measured_journal& journal) {
  using nlohmann::literals::operator""_json_pointer;
  const auto name = journal.manifest.value("/card/name"_json_pointer, journal::json());
  return name.is_string() ? name.get<std::string>() : "unknown";
}

}  // namespace

std::vector<portability_cell> portability(std::span<const profile> profiles,
                                          std::span<const measured_journal> journals,
                                          const table_filter& filter) {
  std::map<std::string, std::vector<measured_journal>> by_card;
  for (const auto& journal : journals) by_card[card_name(journal)].push_back(journal);
  std::vector<portability_cell> cells;
  for (const auto& [card, measured] : by_card)
    for (const auto& table : size_tables(measured, filter))
      for (const auto& profile : profiles)
        for (const auto& entry : profile.entries)
          if (entry.size_problem.text() == table.size_problem.text())
            cells.push_back({.size_problem = entry.size_problem,
                             .profile_card = profile.card.name,
                             .measured_card = card,
                             .losses = losses_at(entry.steps, table)});
  return cells;
}

}  // namespace warpmark::tuning
