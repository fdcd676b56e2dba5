#include "cli/judge/judgement_text.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "bench/journal/lines.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

using nlohmann::ordered_json;

std::string microseconds(double ns) { return fmt::format("{:.2f} us", ns / 1e3); }

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::string times_table(const judge::judgement& found) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& one : found.times)
    rows.push_back({one.problem, one.hidden ? "hidden" : "public", microseconds(one.baseline_ns),
                    microseconds(one.submission_ns), fmt::format("{:.3f}", one.speedup),
                    one.speedup_interval ? fmt::format("{:.3f}..{:.3f}", one.speedup_interval->lo,
                                                       one.speedup_interval->hi)
                                         : "one process",
                    one.floor_ns ? microseconds(*one.floor_ns) : "unknown"});
  return text_table({"problem", "", "baseline", "submission", "speed-up", "95 % interval", "floor"},
                    rows);
}

}  // namespace

std::string judgement_text(const judge_session& session, const judge_request& request,
                           const judge::judgement& found) {
  const bool is_partial = !session.has_timed() && found.result() != judge::verdict::rejected;
  std::string text = fmt::format(
      "{}: {}{}\n", request.submission, judge::name(found.result()),
      is_partial ? " as far as it was interpreted; public and hidden problems were not executed"
                 : "");
  // One line for each check and machine; the first problem stands for the others.
  std::set<std::pair<std::string, std::string>> said;
  for (const auto& one : found.findings) {
    if (!said.emplace(one.check, one.machine).second) continue;
    std::size_t count = 0;
    for (const auto& other : found.findings)
      if (other.check == one.check && other.machine == one.machine) ++count;
    text +=
        fmt::format("  {} ({}{}): [{}] {}{}\n", one.check, one.machine,
                    one.weight == judge::verdict::suspect    ? ", suspect"
                    : one.weight == judge::verdict::accepted ? ", no fault"
                                                             : "",
                    one.problem, one.reason,
                    count > 1 ? fmt::format("; and {}", counted(count - 1, "more finding")) : "");
  }
  if (!found.times.empty()) {
    text += "\n" + times_table(found);
    if (found.public_speedup)
      text += fmt::format(
          "\nspeed-up over {}: {:.3f} (public){}, geometric means\n", session.task().task->baseline,
          *found.public_speedup,
          found.hidden_speedup ? fmt::format(", {:.3f} (hidden)", *found.hidden_speedup) : "");
  }
  text += fmt::format(
      "\n{}; {}\n",
      found.interpreted > 0 ? counted(found.interpreted, "problem") + " interpreted"
                            : std::string("nothing was interpreted"),
      session.card_name().empty()
          ? std::string("nothing was timed: no card")
          : fmt::format("times of {}, medians of {}", session.card_name(),
                        request.processes == 1 ? std::string("one process")
                                               : fmt::format("{} processes", request.processes)));
  text += fmt::format("problems that were drawn, and inputs: --seed {}\n", request.seed);
  return text;
}

ordered_json judgement_json(const judge_session& session, const judge_request& request,
                            const judge::judgement& found) {
  ordered_json out = {{"schema", "warpmark-judgement/1"},
                      {"at", journal::timestamp()},
                      {"task", request.task},
                      {"title", session.task().task->title},
                      {"submission", request.submission},
                      {"verdict", judge::name(found.result())},
                      {"card", session.card_name().empty() ? ordered_json(nullptr)
                                                           : ordered_json(session.card_name())},
                      {"baseline", session.task().task->baseline},
                      {"processes", request.processes},
                      {"seed", request.seed},
                      {"problems_interpreted", found.interpreted},
                      {"problems_timed", found.times.size()},
                      {"public_speedup", or_null(found.public_speedup)},
                      {"hidden_speedup", or_null(found.hidden_speedup)},
                      {"findings", ordered_json::array()},
                      {"times", ordered_json::array()}};
  for (const auto& one : found.findings)
    out["findings"].push_back({{"check", one.check},
                               {"weight", judge::name(one.weight)},
                               {"machine", one.machine},
                               {"problem", one.problem},
                               {"reason", one.reason}});
  for (const auto& one : found.times) {
    ordered_json line = {{"problem", one.problem},
                         {"hidden", one.hidden},
                         {"processes", one.processes},
                         {"baseline_ns", one.baseline_ns},
                         {"submission_ns", one.submission_ns},
                         {"speedup", one.speedup},
                         {"speedup_ci", nullptr},
                         {"floor_ns", or_null(one.floor_ns)}};
    if (one.speedup_interval)
      line["speedup_ci"] = {one.speedup_interval->lo, one.speedup_interval->hi};
    out["times"].push_back(std::move(line));
  }
  return out;
}

}  // namespace warpmark
