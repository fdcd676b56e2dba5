#include "cli/doctor/host_report.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "base/json_depth.hpp"
#include "base/processes/child_process.hpp"
#include "base/usage_error.hpp"
#include "base/visible_text.hpp"

namespace warpmark {
namespace {

using journal::json;
using processes::child_outcome;

constexpr std::size_t max_asked_at_once = 64, max_answer_bytes = std::size_t{4} << 20;

// The last line that says something.
std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const auto begin = text.find_last_of('\n', end);
  constexpr std::size_t max_characters = 200;
  return visible_text(text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin)
                          .substr(0, max_characters));
}

// The list of findings, after what the host's shell may print first.
json findings_in(const std::string& text) {
  const auto begin = text.starts_with('[') ? 0 : text.find("\n[");
  if (begin == std::string::npos) return nullptr;
  const std::string list = text.substr(begin);
  try {
    input::require_shallow_json(list, "the answer");
  } catch (const usage_error&) {
    return nullptr;
  }
  auto parsed = json::parse(list, nullptr, false);
  const bool is_list =
      parsed.is_array() && !parsed.empty() &&
      std::all_of(parsed.begin(), parsed.end(), [](const json& finding) {
        return finding.is_object() && finding.contains("what") && finding["what"].is_string();
      });
  return is_list ? parsed : json(nullptr);
}

std::string why_no_answer(const child_outcome& ended, double time_limit_s) {
  if (ended.timed_out) return fmt::format("no answer within {:g} s", time_limit_s);
  if (ended.out.size() > max_answer_bytes)
    return fmt::format("{} bytes of output; expected what `warpmark doctor --json` prints",
                       ended.out.size());
  std::string said = last_line(ended.errors);
  if (said.empty()) said = last_line(ended.out);
  if (said.empty()) said = "no output; expected what `warpmark doctor --json` prints";
  return fmt::format("exit status {}: {}", ended.status, said);
}

// What `warpmark run` needs and does not find there.
std::string missing_in(const json& findings) {
  std::string text;
  for (const json& finding : findings) {
    if (finding.value("needed", json()) != true || finding.value("good", json()) != false) continue;
    const json detail = finding.value("detail", json());
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                        visible_text(finding["what"].get<std::string>()),
                        detail.is_string() ? visible_text(detail.get<std::string>()) : "missing");
  }
  return text;
}

host_report ask(const fleet_host& host, const fleet_settings& settings) {
  auto words = command_words("--ssh", settings.ssh);
  words.push_back(host.name);
  for (auto& word : command_words("--program", host.program)) words.push_back(std::move(word));
  words.insert(words.end(), {"doctor", "--json"});
  host_report report{.host = host};
  const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(settings.time_limit_s));
  const child_outcome ended = processes::run_child(words, "", limit);
  if (!ended.timed_out && ended.out.size() <= max_answer_bytes)
    report.findings = findings_in(ended.out);
  report.trouble = report.findings.is_null() ? why_no_answer(ended, settings.time_limit_s)
                                             : missing_in(report.findings);
  return report;
}

}  // namespace

std::vector<host_report> ask_hosts(const fleet& fleet) {
  command_words("--ssh", fleet.settings.ssh);  // before any host is asked
  for (const auto& host : fleet.hosts) command_words("--program", host.program);
  std::vector<host_report> reports(fleet.hosts.size());
  std::atomic<std::size_t> next = 0;
  const auto ask_some = [&] {
    for (std::size_t i; (i = next++) < reports.size();) try {
        reports[i] = ask(fleet.hosts[i], fleet.settings);
      } catch (const std::system_error& error) {
        reports[i] = {.host = fleet.hosts[i], .trouble = error.what(), .findings = nullptr};
      }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(max_asked_at_once, reports.size()); ++i)
      threads.emplace_back(ask_some);
  }
  return reports;
}

}  // namespace warpmark
