#include "cli/explain/time_explanation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/journal/model_error.hpp"
#include "bench/journal/model_savings.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

constexpr double smallest_shown = 0.01;  // A share of the time.
constexpr double bar_columns = 24;

using named_ns = std::pair<std::string, double>;

// The largest first.
std::vector<named_ns> largest_first(const std::map<std::string, double>& terms) {
  std::vector<named_ns> result(terms.begin(), terms.end());
  std::stable_sort(result.begin(), result.end(),
                   [](const named_ns& a, const named_ns& b) { return a.second > b.second; });
  return result;
}

std::string modelled_us(double ns) { return fmt::format("{:.2f}", ns * 1e-3); }
std::string share_text(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string shown_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string share_bar(double share) {
  const auto columns = static_cast<std::size_t>(std::lround(share * bar_columns));
  return std::string(std::max<std::size_t>(columns, 1), '#');
}

std::size_t estimated_constants(const model::card_file& card) {
  const auto& fields = model::constant_fields();
  return static_cast<std::size_t>(
      std::count_if(fields.begin(), fields.end(), [&](const model::constant_field& field) {
        return card.kind_of(field.key) == model::constant_kind::estimated;
      }));
}

std::string card_origin(const model::card_file& card) {
  const std::size_t estimated = estimated_constants(card);
  const std::string date =
      card.measured_at.empty() ? "never calibrated" : "calibrated on " + card.measured_at;
  return fmt::format("card {}, {}; {} of its {} constants are estimated", card.name, date,
                     estimated, model::constant_fields().size());
}

std::string parts_table(const model::modelled_time& time) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, ns] : largest_first(time.parts_ns))
    rows.push_back(
        {shown_name(name), modelled_us(ns), share_text(ns / time.ns), share_bar(ns / time.ns)});
  rows.push_back({"sum", modelled_us(time.ns), share_text(1), ""});
  return text_table({"what adds up", "modelled us", "share", ""}, rows);
}

// Those of at least a tenth of the time that take place meanwhile.
std::string hidden_text(const model::modelled_time& time) {
  std::string text;
  for (const auto& [name, ns] : largest_first(time.terms_ns))
    if (!time.parts_ns.contains(name) && name != "drain" && ns >= 0.1 * time.ns)
      text +=
          fmt::format("{}{} {} us", text.empty() ? "" : ", ", shown_name(name), modelled_us(ns));
  return text.empty() ? "" : fmt::format("Meanwhile, without adding to it: {}\n", text);
}

const model::saving_kind& saving_kind_of(const std::string& key) {
  const auto& kinds = model::saving_kinds();
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const model::saving_kind& kind) { return kind.key == key; });
}

std::string savings_table(const model::modelled_time& time) {
  if (time.work.size() > model::max_kept_steps)
    return fmt::format("\nMore than {} launches and fills: what would help is not computed\n",
                       model::max_kept_steps);
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, share] : largest_first(time.savings))
    if (share >= smallest_shown)
      rows.push_back({saving_kind_of(key).less, "-" + share_text(share), saving_kind_of(key).how});
  if (rows.empty()) return "\nNo kind of work shortens it by 1 % if there is a tenth less of it\n";
  return "\n" + text_table({"what would help: a tenth less of", "modelled time", "how"}, rows);
}

std::string constants_table(const std::vector<constant_saving>& constants) {
  std::vector<std::vector<std::string>> rows;
  for (const constant_saving& constant : constants)
    if (constant.saving >= smallest_shown)
      rows.push_back({constant.key, fmt::format("{:.4g}", constant.value),
                      std::string(model::name(constant.kind)), "-" + share_text(constant.saving)});
  if (rows.empty()) return "";
  return "\n" +
         text_table({"a constant that is a tenth better", "value", "source", "modelled time"},
                    rows);
}

}  // namespace

std::string text_of(const modelled_execution& execution, const model::card_file& card) {
  const model::modelled_time& time = execution.time;
  return fmt::format("{}\n\nModelled, not measured: {} us in {} launch{}, bound by {}\n{}\n{}\n\n",
                     execution.point.key(), modelled_us(time.ns), execution.launches,
                     execution.launches == 1 ? "" : "es", shown_name(time.bound_by),
                     card_origin(card), model::model_error_text(execution.point.variant->family)) +
         parts_table(time) + hidden_text(time) + savings_table(time) +
         constants_table(execution.constants);
}

nlohmann::ordered_json json_of(const modelled_execution& execution, const model::card_file& card) {
  using json = nlohmann::ordered_json;
  const model::modelled_time& time = execution.time;
  const model::model_errors errors = model::error_of(execution.point.variant->family);
  json savings = json::array(), constants = json::array();
  for (const auto& [key, share] : largest_first(time.savings))
    savings.push_back({{"kind", key},
                       {"saving", share},
                       {"less", saving_kind_of(key).less},
                       {"how", saving_kind_of(key).how}});
  for (const constant_saving& constant : execution.constants)
    constants.push_back({{"constant", constant.key},
                         {"value", constant.value},
                         {"source", model::name(constant.kind)},
                         {"saving", constant.saving}});
  return {{"key", execution.point.key()},
          {"modelled_card", card.name},
          {"calibration", card.measured_at.empty() ? "none" : card.measured_at},
          {"estimated_constants", estimated_constants(card)},
          {"model_error",
           {{"text", model::model_error_text(execution.point.variant->family)},
            {"median", errors.median},
            {"p90", errors.p90},
            {"is_known", errors.is_known}}},
          {"modelled_time_ns", time.ns},
          {"modelled_bound_by", time.bound_by},
          {"modelled_parts_ns", time.parts_ns},
          {"modelled_terms_ns", time.terms_ns},
          {"savings", savings},
          {"constants", constants}};
}

}  // namespace warpmark
