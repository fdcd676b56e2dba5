#include "ci/gate/listing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/visible_text.hpp"

namespace warpmark::gate {
namespace {

// Of a finding that does not fail, so many changes are shown.
constexpr std::size_t most_informative = 4;

std::string side_text(const side_record& of) {
  std::string text = of.asked;
  if (!of.commit.empty() && !of.asked.starts_with(of.commit)) text += " " + of.commit.substr(0, 12);
  return text + (of.dirty ? " with local changes" : "");
}

std::string place_text(const source_place& of) {
  if (of.file.empty()) return "";
  const std::string file = visible_text(of.file);
  return of.line > 0 ? fmt::format("{}:{}", file, of.line) : file;
}

// "(x2.5)", "(+12.5 %)", or nothing where the base is 0.
std::string ratio_text(const change& of) {
  if (of.base == 0) return "";
  const double ratio = of.head / of.base;
  if (ratio >= 2) return fmt::format(" (x{:.3g})", ratio);
  return fmt::format(" ({:+.3g} %)", (ratio - 1) * 100);
}

std::string number_text(double value) {
  return value == static_cast<double>(static_cast<long long>(value)) ? fmt::format("{:.0f}", value)
                                                                     : fmt::format("{:.4g}", value);
}

std::string change_text(const change& of, const source_place& shown) {
  std::string text = fmt::format("    {} {} {} -> {}{}{}", of.judged ? '!' : ' ', of.quantity,
                                 number_text(of.base), number_text(of.head),
                                 of.unit.empty() ? "" : " " + of.unit, ratio_text(of));
  if (!of.why.empty()) text += ": " + of.why;
  if (!of.place.file.empty() && of.place != shown) text += " at " + place_text(of.place);
  return text + '\n';
}

// Of the timing stage, most points pass.
bool is_worth_showing(const finding& of) {
  return of.outcome != verdict::unchanged &&
         !(of.outcome == verdict::pass && of.stage == gate_stage::timing);
}

std::string finding_text(const finding& of) {
  std::string text =
      fmt::format("{} ({}) {}\n    {}\n", name(of.outcome), name(of.stage), of.subject, of.reason);
  if (!of.place.file.empty()) text += fmt::format("    at {}\n", place_text(of.place));
  std::size_t shown = 0, hidden = 0;
  for (const auto& each : of.changes) {
    if (each.judged || shown < most_informative) {
      text += change_text(each, of.place);
      ++shown;
    } else {
      ++hidden;
    }
  }
  if (hidden > 0)
    text += fmt::format("      and {} more that are not judged or no worse\n", hidden);
  return text;
}

std::string stage_text(const stage_record& of) {
  const std::string card =
      of.card_seconds > 0 ? fmt::format("; it had the card for {:.1f} s", of.card_seconds) : "";
  if (!of.left_out.empty())
    return fmt::format("{} stage: left out: {}{}\n", name(of.stage), of.left_out, card);
  return fmt::format("{} stage: {} compared in {:.1f} s{}\n", name(of.stage), of.subjects,
                     of.seconds, card);
}

std::string counts_text(const gate_result& result) {
  std::string text;
  for (const auto& [outcome, count] : count_verdicts(result.findings))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(outcome));
  return text.empty() ? "nothing\n" : text + "\n";
}

}  // namespace

std::string listing(const gate_result& result) {
  std::string text =
      fmt::format("base: {}\nhead: {}\n", side_text(result.base), side_text(result.head));
  for (const auto& each : result.stages) text += stage_text(each);
  for (const auto& each : result.warnings) text += fmt::format("note: {}\n", each);
  text += '\n';
  bool any = false;
  for (const auto& each : result.findings)
    if (is_worth_showing(each)) {
      text += finding_text(each);
      any = true;
    }
  return text + (any ? "\n" : "") + counts_text(result);
}

}  // namespace warpmark::gate
