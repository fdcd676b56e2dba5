#include "cli/explain/card_table.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/text_table.hpp"
#include "simt/model/card_choice.hpp"

namespace warpmark {
namespace {

using model::card_file;
using constant = double model::card_constants::*;

struct column {
  std::string title;
  std::function<std::string(const card_file&)> cell;
};

// "3.35 m": the value in a unit, with the kind of its source.
column of_constant(std::string title, std::string_view key, double unit = 1) {
  const auto& fields = model::constant_fields();
  const constant member = std::find_if(fields.begin(), fields.end(), [&](const auto& field) {
                            return field.key == key;
                          })->member;
  return {std::move(title), [=, key = std::string(key)](const card_file& card) {
            const double value = card.constants.*member / unit;
            return fmt::format(
                "{} {}", value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value),
                model::name(card.kind_of(key)).front());
          }};
}

column of_limits(std::string title, std::function<std::string(const card_file&)> cell) {
  return {std::move(title), std::move(cell)};
}

struct column_group {
  std::string title;
  std::vector<column> columns;
};

std::vector<column_group> all_groups() {
  constexpr double tera = 1e12, mib = 1024.0 * 1024, giga = 1e9;
  const auto limit = [](auto member, std::size_t unit) {
    return [=](const card_file& card) {
      return fmt::format("{}", static_cast<std::size_t>(card.limits().*member) / unit);
    };
  };
  return {
      {"Limits per multiprocessor (SM)",
       {of_limits("capability", [](const card_file& card) { return card.compute_capability; }),
        of_limits("SMs",
                  [](const card_file& card) { return fmt::format("{}", card.multiprocessors); }),
        of_constant("clock, GHz", "sm_clock_hz", giga), of_constant("L2, MiB", "l2_bytes", mib),
        of_limits("threads", limit(&device_limits::max_threads_per_multiprocessor, 1)),
        of_limits("blocks", limit(&device_limits::max_blocks_per_multiprocessor, 1)),
        of_limits("registers", limit(&device_limits::registers_per_multiprocessor, 1)),
        of_limits("shared, KiB", limit(&device_limits::shared_bytes_per_multiprocessor, 1024)),
        of_limits("per block, KiB",
                  limit(&device_limits::max_shared_bytes_per_block_optin, 1024))}},
      {"Bandwidth, TB/s",
       {of_constant("memory read", "dram_read_bytes_per_s", tera),
        of_constant("memory write", "dram_write_bytes_per_s", tera),
        of_constant("memory copy", "dram_copy_bytes_per_s", tera),
        of_constant("L2 read", "l2_read_bytes_per_s", tera)}},
      {"Latency, cycles",
       {of_constant("integer", "integer_latency_cycles"),
        of_constant("float32", "float32_latency_cycles"),
        of_constant("float64", "float64_latency_cycles"),
        of_constant("shuffle", "shuffle_latency_cycles"),
        of_constant("shared", "shared_latency_cycles"), of_constant("L1", "l1_latency_cycles"),
        of_constant("L2", "l2_latency_cycles"), of_constant("memory", "dram_latency_cycles"),
        of_constant("atomic", "global_atomic_latency_cycles"),
        of_constant("barrier", "barrier_latency_cycles")}},
      {"Warp instructions, wavefronts or sectors per cycle and SM",
       {of_constant("integer", "integer_per_cycle"), of_constant("float32", "float32_per_cycle"),
        of_constant("float64", "float64_per_cycle"),
        of_constant("conversion", "conversion_per_cycle"),
        of_constant("special", "special_per_cycle"), of_constant("shuffle", "shuffle_per_cycle"),
        of_constant("shared", "shared_wavefronts_per_cycle"),
        of_constant("L1 sectors", "l1_sectors_per_cycle")}},
      {"Launches and atomics, ns",
       {of_constant("first launch", "launch_floor_ns"),
        of_constant("next launch", "launch_next_ns"), of_constant("next fill", "fill_next_ns"),
        of_constant("block", "block_launch_ns"), of_constant("turnover", "block_turnover_ns"),
        of_constant("one address", "global_atomic_same_address_ns"),
        of_constant("per lane", "global_atomic_same_lane_ns"),
        of_constant("sector", "global_atomic_sector_ns")}}};
}

std::string name_of(const calibrated_card& card) {
  return card.size() > 1
             ? fmt::format("{}@{}", card.back().name, card.back().measured_at.substr(0, 10))
             : card.back().name;
}

bool is_same_everywhere(const column& column, const std::vector<calibrated_card>& cards) {
  return std::all_of(cards.begin(), cards.end(), [&](const calibrated_card& card) {
    return column.cell(card.back()) == column.cell(cards.front().back());
  });
}

std::string group_text(const column_group& group, const std::vector<calibrated_card>& cards) {
  std::vector<column> shown;
  std::vector<std::string> same;
  for (const auto& column : group.columns)
    if (cards.size() > 1 && is_same_everywhere(column, cards))
      same.push_back(fmt::format("{} {}", column.title, column.cell(cards.front().back())));
    else
      shown.push_back(column);
  std::string text = group.title + "\n";
  std::vector<std::string> header = {"card"};
  for (const auto& column : shown) header.push_back(column.title);
  std::vector<std::vector<std::string>> rows;
  for (const auto& card : cards) {
    rows.push_back({name_of(card)});
    for (const auto& column : shown) rows.back().push_back(column.cell(card.back()));
  }
  if (!shown.empty()) text += text_table(header, rows);
  if (!same.empty()) text += fmt::format("the same on all: {}\n", fmt::join(same, "; "));
  return text;
}

nlohmann::ordered_json card_json(const calibrated_card& calibrations) {
  const card_file& card = calibrations.back();
  const device_limits limits = card.limits();
  nlohmann::ordered_json dates = nlohmann::ordered_json::array();
  for (const auto& one : calibrations)
    if (!one.measured_at.empty()) dates.push_back(one.measured_at);
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const auto& field : model::constant_fields()) {
    const std::string key(field.key);
    values[key] = {{"value", card.constants.*field.member},
                   {"kind", model::name(card.kind_of(key))},
                   {"source", card.sources.at(key)}};
  }
  return {{"name", card.name},
          {"compute_capability", card.compute_capability},
          {"architecture", card.architecture()},
          {"multiprocessors", card.multiprocessors},
          {"limits",
           {{"max_threads_per_block", limits.max_threads_per_block},
            {"max_threads_per_multiprocessor", limits.max_threads_per_multiprocessor},
            {"max_blocks_per_multiprocessor", limits.max_blocks_per_multiprocessor},
            {"registers_per_multiprocessor", limits.registers_per_multiprocessor},
            {"shared_bytes_per_multiprocessor", limits.shared_bytes_per_multiprocessor},
            {"max_shared_bytes_per_block", limits.max_shared_bytes_per_block_optin}}},
          {"calibrations", dates},
          {"constants", values}};
}

}  // namespace

std::vector<calibrated_card> cards_to_show(const std::vector<std::string>& names) {
  if (names.empty()) return model::embedded_calibrations();
  std::vector<calibrated_card> cards;
  for (const auto& name : names)
    if (name.find('@') == std::string::npos)
      cards.push_back(model::choose_calibrations("--cards", name));
    else
      cards.push_back({model::choose_card("--cards", name)});
  return cards;
}

std::string card_tables(const std::vector<calibrated_card>& cards) {
  std::string text;
  for (const auto& group : all_groups())
    text += (text.empty() ? "" : "\n") + group_text(group, cards);
  return text +
         "\nm measured on the card, p published, d data sheet, e estimated from another card; "
         "--json shows each source\n";
}

nlohmann::ordered_json cards_json(const std::vector<calibrated_card>& cards) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& card : cards) list.push_back(card_json(card));
  return list;
}

}  // namespace warpmark
