#include "ci/gate/listing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/visible_text.hpp"

namespace warpmark::gate {
namespace {

// The number of changes shown of a finding that does not fail.
constexpr std::size_t max_informative = 4;

std::string plain_side_text(const side_record& side_record) {
  std::string text = side_record.name;
  if (!side_record.commit.empty() && !side_record.name.starts_with(side_record.commit))
    text += " " + side_record.commit.substr(0, 12);
  return text + (side_record.dirty ? " with local changes" : "");
}

std::string place_text(const source_place& source_place) {
  if (source_place.file.empty()) return "";
  const std::string file = visible_text(source_place.file);
  return source_place.line > 0 ? fmt::format("{}:{}", file, source_place.line) : file;
}

// "(x2.5)", "(+12.5 %)", or nothing if the base is 0.
std::string ratio_text(const change& change) {
  if (change.base == 0) return "";
  const double ratio = change.head / change.base;
  if (ratio >= 2) return fmt::format(" (x{:.3g})", ratio);
  return fmt::format(" ({:+.3g} %)", (ratio - 1) * 100);
}

std::string listed_number(double value) {
  return value == static_cast<double>(static_cast<long long>(value)) ? fmt::format("{:.0f}", value)
                                                                     : fmt::format("{:.4g}", value);
}

std::string change_text(const change& change, const source_place& shown) {
  std::string text =
      fmt::format("    {} {} {} -> {}{}{}", change.judged ? '!' : ' ', change.quantity,
                  listed_number(change.base), listed_number(change.head),
                  change.unit.empty() ? "" : " " + change.unit, ratio_text(change));
  if (!change.why.empty()) text += ": " + change.why;
  if (!change.place.file.empty() && change.place != shown)
    text += " at " + place_text(change.place);
  return text + '\n';
}

// Most points of the timing stage pass.
bool is_worth_showing(const gate_finding& finding) {
  return finding.outcome != verdict::unchanged &&
         !(finding.outcome == verdict::pass && finding.stage == gate_stage::timing);
}

std::string finding_text(const gate_finding& finding) {
  std::string text = fmt::format("{} ({}) {}\n    {}\n", name(finding.outcome), name(finding.stage),
                                 finding.subject, finding.reason);
  if (!finding.place.file.empty()) text += fmt::format("    at {}\n", place_text(finding.place));
  std::size_t shown = 0, hidden = 0;
  for (const auto& change : finding.changes) {
    if (change.judged || shown < max_informative) {
      text += change_text(change, finding.place);
      ++shown;
    } else {
      ++hidden;
    }
  }
  if (hidden > 0)
    text += fmt::format("      and {} more that are not judged or no worse\n", hidden);
  return text;
}

std::string stage_text(const stage_record& stage_record) {
  const std::string card =
      stage_record.card_seconds > 0
          ? fmt::format("; it had the card for {:.1f} s", stage_record.card_seconds)
          : "";
  if (!stage_record.left_out.empty())
    return fmt::format("{} stage: left out: {}{}\n", name(stage_record.stage),
                       stage_record.left_out, card);
  return fmt::format("{} stage: {} compared in {:.1f} s{}\n", name(stage_record.stage),
                     stage_record.subjects, stage_record.seconds, card);
}

std::string counts_text(const gate_result& result) {
  std::string text;
  for (const auto& [outcome, count] : count_verdicts(result.findings))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(outcome));
  return text.empty() ? "nothing\n" : text + "\n";
}

}  // namespace

std::string listing(const gate_result& result) {
  std::string text = fmt::format("base: {}\nhead: {}\n", plain_side_text(result.base),
                                 plain_side_text(result.head));
  for (const auto& stage : result.stages) text += stage_text(stage);
  for (const auto& warning : result.warnings) text += fmt::format("note: {}\n", warning);
  text += '\n';
  bool any = false;
  for (const auto& finding : result.findings)
    if (is_worth_showing(finding)) {
      text += finding_text(finding);
      any = true;
    }
  return text + (any ? "\n" : "") + counts_text(result);
}

}  // namespace warpmark::gate
