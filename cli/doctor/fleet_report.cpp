#include "cli/doctor/fleet_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

using journal::json;

std::string shown(const std::string& text) { return text.empty() ? "-" : text; }

bool has_groups(const compared_fleet& fleet) {
  return std::any_of(fleet.hosts.begin(), fleet.hosts.end(),
                     [](const compared_host& host) { return !host.report.host.group.empty(); });
}

std::vector<std::size_t> known_columns(const compared_fleet& fleet) {
  std::vector<std::size_t> known;
  for (std::size_t column = 0; column < compared_columns().size(); ++column)
    if (std::any_of(fleet.hosts.begin(), fleet.hosts.end(), [&](const compared_host& host) {
          return !host.values.empty() && !host.values[column].text.empty();
        }))
      known.push_back(column);
  return known;
}

std::string table_of(const compared_fleet& fleet) {
  const bool with_groups = has_groups(fleet);
  const auto columns = known_columns(fleet);
  std::vector<std::string> header = {"host"};
  if (with_groups) header.emplace_back("group");
  for (const auto column : columns) header.emplace_back(compared_columns()[column].heading);
  std::vector<std::vector<std::string>> rows;
  for (const auto& host : fleet.hosts) {
    auto& row = rows.emplace_back();
    row.push_back(host.report.host.name);
    if (with_groups) row.push_back(shown(host.report.host.group));
    for (const auto column : columns) {
      if (host.values.empty())
        row.emplace_back("-");
      else
        row.push_back(shown(host.values[column].text) + (host.values[column].differs ? " *" : ""));
    }
  }
  return text_table(header, rows);
}

std::string differences_of(const compared_host& host) {
  std::string text;
  for (std::size_t column = 0; column < host.values.size(); ++column) {
    const auto& value = host.values[column];
    if (value.differs)
      text += fmt::format(
          "* {}: {} is {}; most {}: {}\n", host.report.host.name,
          compared_columns()[column].heading, shown(value.text),
          host.report.host.group.empty() ? "hosts" : "of group " + host.report.host.group,
          shown(value.usual));
  }
  return text;
}

}  // namespace

std::string fleet_text(const compared_fleet& fleet) {
  std::string text = table_of(fleet);
  for (const auto& host : fleet.hosts) {
    if (!host.report.trouble.empty())
      text += fmt::format("! {}: {}\n", host.report.host.name, host.report.trouble);
    text += differences_of(host);
  }
  const auto failing = static_cast<std::size_t>(
      std::count_if(fleet.hosts.begin(), fleet.hosts.end(),
                    [](const compared_host& host) { return !host.report.trouble.empty(); }));
  const auto different = static_cast<std::size_t>(
      std::count_if(fleet.hosts.begin(), fleet.hosts.end(),
                    [](const compared_host& host) { return host.is_different(); }));
  const char* among = has_groups(fleet) ? " within their groups" : "";
  if (fleet.is_alike())
    return text + fmt::format("{}, alike{}\n", counted(fleet.hosts.size(), "host"), among);
  return text + fmt::format("{}: {} different{}, {} failing\n", counted(fleet.hosts.size(), "host"),
                            different, among, failing);
}

json fleet_json(const compared_fleet& fleet) {
  json hosts = json::array();
  for (const auto& host : fleet.hosts) {
    json values = json::object(), differs = json::array();
    for (std::size_t column = 0; column < host.values.size(); ++column) {
      const char* key = compared_columns()[column].key;
      const auto& value = host.values[column];
      values[key] = value.text.empty() ? json(nullptr) : json(value.text);
      if (value.differs) differs.push_back(key);
    }
    hosts.push_back({{"host", host.report.host.name},
                     {"group", host.report.host.group},
                     {"trouble", host.report.trouble},
                     {"values", values},
                     {"differs", differs},
                     {"findings", host.report.findings}});
  }
  return {{"alike", fleet.is_alike()}, {"hosts", hosts}};
}

}  // namespace warpmark
