#include "cli/doctor/fleet_comparison.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/visible_text.hpp"

namespace warpmark {
namespace {

using journal::json;

const json& facts_of(const json& findings, const char* subject) {
  static const json none = json::object();
  for (const json& finding : findings)
    if (finding["what"] == subject && finding.contains("facts") && finding["facts"].is_object())
      return finding["facts"];
  return none;
}

std::string text_of(const json& value) {
  if (value.is_string()) return visible_text(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return "";
}

std::string megahertz(const json& value) {
  constexpr double hz_per_mhz = 1e6;
  return value.is_number() ? fmt::format("{:g}", value.get<double>() / hz_per_mhz) : "";
}

std::string watts(const json& value) {
  return value.is_number() ? fmt::format("{:g}", value.get<double>()) : "";
}

// "on", or "3 × on, 1 × off" where the cards of a host differ.
std::string over_cards(const json& cards, const char* key, std::string (*show)(const json&),
                       bool with_count = false) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const json& card : cards) {
    const std::string text = show(card.value(key, json()));
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& item) { return item.first == text; });
    if (known == counts.end())
      counts.emplace_back(text, 1);
    else
      ++known->second;
  }
  if (counts.size() == 1 && !with_count) return counts.front().first;
  std::string result;
  for (const auto& [text, count] : counts)
    result += fmt::format("{}{} × {}", result.empty() ? "" : ", ", count,
                          text.empty() ? "unknown" : text);
  return result;
}

std::string version_of(const json& findings) {
  const json& facts = facts_of(findings, "program");
  if (!facts.contains("version")) return "older, without facts";
  return fmt::format("{} ({}{})", text_of(facts["version"]), text_of(facts.value("commit", json())),
                     facts.value("dirty", json()) == true ? ", local changes" : "");
}

std::vector<std::string> values_of(const json& findings) {
  json cards = facts_of(findings, "card").value("cards", json::array());
  if (!cards.is_array()) cards = json::array();
  std::erase_if(cards.get_ref<json::array_t&>(),
                [](const json& card) { return !card.is_object(); });
  return {over_cards(cards, "name", text_of, true),
          over_cards(cards, "driver_version", text_of),
          text_of(facts_of(findings, "NVRTC").value("version", json())),
          version_of(findings),
          over_cards(cards, "sm_clock_max_hz", megahertz),
          over_cards(cards, "application_sm_clock_hz", megahertz),
          over_cards(cards, "memory_clock_max_hz", megahertz),
          over_cards(cards, "power_limit_w", watts),
          over_cards(cards, "ecc", text_of),
          over_cards(cards, "persistence", text_of),
          over_cards(cards, "mig", text_of)};
}

// The most frequent one, the first of equally frequent ones.
std::string usual_of(const std::vector<std::string>& texts) {
  std::map<std::string, std::ptrdiff_t> counts;
  for (const auto& text : texts) ++counts[text];
  return *std::max_element(texts.begin(), texts.end(),
                           [&](const auto& a, const auto& b) { return counts[a] < counts[b]; });
}

void mark_differences(const std::vector<compared_host*>& group) {
  for (std::size_t column = 0; column < compared_columns().size(); ++column) {
    std::vector<std::string> texts;
    for (const auto* host : group) texts.push_back(host->values[column].text);
    const std::string usual = usual_of(texts);
    for (auto* host : group) {
      auto& value = host->values[column];
      value.usual = usual;
      value.differs = value.text != usual;
    }
  }
}

}  // namespace

const std::vector<compared_column>& compared_columns() {
  static const std::vector<compared_column> columns = {
      {"cards", "cards"},
      {"driver", "driver"},
      {"nvrtc", "NVRTC"},
      {"warpmark", "warpmark"},
      {"max_sm_clock_mhz", "SM clock MHz"},
      {"application_sm_clock_mhz", "set clock MHz"},
      {"max_memory_clock_mhz", "memory clock MHz"},
      {"power_limit_w", "power limit W"},
      {"ecc", "ECC"},
      {"persistence", "persistence"},
      {"mig", "MIG"}};
  return columns;
}

bool compared_host::is_different() const {
  return std::any_of(values.begin(), values.end(),
                     [](const compared_value& value) { return value.differs; });
}

bool compared_fleet::is_alike() const {
  return std::all_of(hosts.begin(), hosts.end(), [](const compared_host& host) {
    return host.report.trouble.empty() && !host.is_different();
  });
}

compared_fleet compare_hosts(std::vector<host_report> reports) {
  compared_fleet fleet;
  for (auto& report : reports) {
    auto& host = fleet.hosts.emplace_back(compared_host{.report = std::move(report)});
    if (host.report.findings.is_null()) continue;
    for (auto& text : values_of(host.report.findings))
      host.values.push_back({.text = std::move(text)});
  }
  std::map<std::string, std::vector<compared_host*>> groups;
  for (auto& host : fleet.hosts)
    if (!host.values.empty()) groups[host.report.host.group].push_back(&host);
  for (const auto& [name, group] : groups) mark_differences(group);
  return fleet;
}

}  // namespace warpmark
