#include "cli/tune/profile_tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/counted.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

using namespace tuning;

std::string percent(const std::optional<double>& loss) {
  return loss ? fmt::format("{:.2f}", 100 * *loss) : "unknown";
}

// Geometric mean and minimum of the gains over the base, where there are any.
std::string gains(const profile_entry& entry) {
  double log_sum = 0, least = 0;
  std::size_t count = 0;
  for (const auto& size : entry.sizes) {
    if (!size.over_base) continue;
    least = count == 0 ? size.over_base->value : std::min(least, size.over_base->value);
    log_sum += std::log(size.over_base->value);
    ++count;
  }
  if (count == 0) return "unknown";
  std::string text =
      fmt::format("{:.3f} ({:.3f})", std::exp(log_sum / static_cast<double>(count)), least);
  if (count < entry.sizes.size()) text += fmt::format(" at {}", count);
  return text;
}

std::string held_out(const profile_entry& entry) {
  if (!entry.held_out) return "none";
  return fmt::format("{} of {}", percent(entry.held_out->worst),
                     entry.held_out->sizes.size() - entry.held_out->unknown);
}

std::string heading(const profile_card& card) {
  const std::string drivers = fmt::format("{}", fmt::join(card.driver_versions, ", "));
  return fmt::format("{} ({}{})\n", card.name, counted(card.uuids.size(), "card"),
                     drivers.empty() ? "" : ", driver " + drivers);
}

std::string table_of(const profile& profile) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& entry : profile.entries) {
    const auto plateaus = std::count_if(entry.sizes.begin(), entry.sizes.end(),
                                        [](const tuned_size& size) { return size.plateau; });
    rows.push_back({entry.size_problem.text(), entry.base.text(),
                    std::to_string(entry.sizes.size()), std::to_string(plateaus), gains(entry),
                    std::to_string(entry.steps.size()), percent(entry.worst_loss),
                    percent(entry.mean_loss), fmt::format("{:.4f}", entry.score), held_out(entry)});
  }
  return text_table({"problem", "base", "sizes", "plateaus", "gain: mean (min)", "configs",
                     "worst loss %", "mean loss %", "score", "held out: worst %"},
                    rows);
}

}  // namespace

std::string profile_table(std::span<const profile> profiles) {
  if (profiles.size() == 1) return table_of(profiles.front());
  std::string text;
  for (const auto& profile : profiles)
    text += (text.empty() ? "" : "\n") + heading(profile.card) + table_of(profile);
  return text;
}

std::string portability_table(const std::vector<portability_cell>& cells) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& cell : cells) {
    const auto& losses = cell.losses;
    rows.push_back(
        {cell.size_problem.text(), cell.profile_card, cell.measured_card, percent(losses.worst),
         percent(losses.mean),
         fmt::format("{} of {}", losses.sizes.size() - losses.unknown, losses.sizes.size())});
  }
  return text_table(
      {"problem", "profile of", "used on", "worst loss %", "mean loss %", "sizes known"}, rows);
}

journal::json portability_json(const std::vector<portability_cell>& cells) {
  journal::json list = journal::json::array();
  for (const auto& item : cells) {
    journal::json cell = {{"problem", item.size_problem.text()},
                          {"profile_of", item.profile_card},
                          {"used_on", item.measured_card},
                          {"worst_loss", nullptr},
                          {"mean_loss", nullptr},
                          {"sizes", journal::json::array()}};
    if (item.losses.worst) cell["worst_loss"] = *item.losses.worst;
    if (item.losses.mean) cell["mean_loss"] = *item.losses.mean;
    for (const auto& size : item.losses.sizes)
      cell["sizes"].push_back({{"n", size.n},
                               {"used", size.used.text()},
                               {"best", size.best.text()},
                               {"loss", size.loss ? journal::json(*size.loss) : nullptr}});
    list.push_back(std::move(cell));
  }
  return list;
}

}  // namespace warpmark
