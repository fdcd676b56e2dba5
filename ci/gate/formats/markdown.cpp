// Markdown for comments and summaries: the worst first, as much as fits, and the number of hidden
// findings.

#include <map>

#include <fmt/format.h>

#include "ci/gate/formats/markdown_text.hpp"
#include "ci/gate/formats/words.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

using nlohmann::literals::operator""_json_pointer;

constexpr std::size_t max_subject_bytes = 200;
constexpr std::size_t max_reason_bytes = 500;
constexpr std::size_t max_changes = 20;  // In the details of one finding.
constexpr std::size_t max_warnings = 5;
constexpr std::size_t kept_for_notes = 500;

bool is_listed(const gate_finding& finding) {
  return finding.outcome != verdict::pass && finding.outcome != verdict::unchanged;
}

std::string reason_text(const std::string& reason) {
  return markdown_text(clipped(reason, max_reason_bytes));
}

std::string counted(const std::map<verdict, std::size_t>& counts) {
  std::string text;
  for (const auto& [of, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(of));
  return text;
}

std::string markdown_side_text(const side_record& side_record) {
  constexpr std::size_t shown_of_hash = 12;
  std::string text = markdown_code(clipped(side_record.name, max_subject_bytes));
  if (!side_record.commit.empty())
    text += fmt::format(" ({})", markdown_text(side_record.commit.substr(0, shown_of_hash)));
  return text + (side_record.dirty ? " with uncommitted changes" : "");
}

std::string head_of(const gate_result& gate_result) {
  // A bot finds its comment by the first line.
  std::string text = fmt::format(
      "<!-- warpmark-gate -->\n## warpmark gate: {}\n\n{}\n\n{} → {}, exit status {}\n\n",
      gate_result.ending.code == 0 ? "pass" : "not passed", reason_text(gate_result.ending.reason),
      markdown_side_text(gate_result.base), markdown_side_text(gate_result.head),
      gate_result.ending.code);
  const auto counts = count_verdicts(gate_result.findings);
  return text + (counts.empty() ? "" : fmt::format("**{}**\n\n", counted(counts)));
}

std::string row_of(const gate_finding& finding) {
  return fmt::format("| {} | {} | {} | {} | {} |\n", name(finding.outcome), name(finding.stage),
                     markdown_code(clipped(finding.subject, max_subject_bytes)),
                     markdown_text(clipped(difference_text(finding), max_subject_bytes)),
                     reason_text(finding.reason));
}

std::string changes_table(const gate_finding& finding) {
  if (finding.changes.empty()) return "";
  std::string text = "| quantity | base | head | |\n|---|--:|--:|---|\n";
  for (std::size_t i = 0; i < std::min(finding.changes.size(), max_changes); ++i) {
    const auto& item = finding.changes[i];
    text += fmt::format("| {}{} | {} | {} | {} |\n", item.judged ? "**judged** " : "",
                        markdown_code(clipped(item.quantity, max_subject_bytes)),
                        number_text(item.base), number_text(item.head), reason_text(item.why));
  }
  if (finding.changes.size() > max_changes)
    text += fmt::format("\n{} more quantities are hidden.\n", finding.changes.size() - max_changes);
  return text + "\n";
}

std::string effect_list(const timing_effect& timing_effect) {
  std::string text =
      fmt::format("* {}\n* {} rounds, {} pairs discarded, p = {:.2g} (Holm {:.2g})\n",
                  markdown_text(effect_text(timing_effect)), timing_effect.rounds,
                  timing_effect.discarded_pairs, timing_effect.p_value, timing_effect.adjusted_p);
  if (!timing_effect.cause.empty()) text += "* cause: " + reason_text(timing_effect.cause) + "\n";
  if (const auto seen = detectable_text(timing_effect); !seen.empty())
    text += "* " + markdown_text(seen) + "\n";
  return text + "\n";
}

std::string details_of(const gate_finding& finding) {
  const auto place = place_of(finding);
  std::string text =
      fmt::format("<details><summary>{} {} <code>{}</code></summary>\n\n", name(finding.outcome),
                  name(finding.stage), html_text(clipped(finding.subject, max_subject_bytes)));
  if (!place.file.empty())
    text +=
        markdown_code(fmt::format("{}:{}", clipped(place.file, max_subject_bytes), place.line)) +
        "\n\n";
  if (finding.effect) text += effect_list(*finding.effect);
  return text + changes_table(finding) + "</details>\n\n";
}

std::string controls_text(const control_record& control_record) {
  std::string text = fmt::format("* controls: {} of {} equal points flagged",
                                 control_record.negative_flagged, control_record.negative);
  if (control_record.planted)
    text += fmt::format("; a planted slow-down of {} was {}", percent(*control_record.planted),
                        control_record.planted_found ? "found" : "**not found**");
  text += fmt::format("; {} of {} pairs discarded\n", control_record.pairs_discarded,
                      control_record.pairs);
  if (!control_record.trouble.empty())
    text += "* **no verdict**: " + reason_text(control_record.trouble) + "\n";
  return text;
}

// "NVIDIA H200, ", if there was a card.
std::string card_text(const nlohmann::json& environment) {
  const auto card = environment.value("/card/name"_json_pointer, nlohmann::json());
  return card.is_string() ? reason_text(card.get<std::string>()) + ", " : "";
}

// The stages, the card and the settings; its length is bounded.
std::string foot_of(const gate_result& gate_result) {
  std::string text = "### Run\n\n";
  for (const auto& stage : gate_result.stages) {
    text += stage.left_out.empty()
                ? fmt::format("* {}: {} subjects in {:.1f} s", name(stage.stage), stage.subjects,
                              stage.seconds)
                : fmt::format("* {}: left out: {}", name(stage.stage), reason_text(stage.left_out));
    text += stage.card_seconds > 0
                ? fmt::format("; it had the card for {:.1f} s\n", stage.card_seconds)
                : "\n";
  }
  if (gate_result.controls) text += controls_text(*gate_result.controls);
  for (std::size_t i = 0; i < std::min(gate_result.warnings.size(), max_warnings); ++i)
    text += "* warning: " + reason_text(gate_result.warnings[i]) + "\n";
  if (gate_result.warnings.size() > max_warnings)
    text += fmt::format("* {} more warnings\n", gate_result.warnings.size() - max_warnings);
  return text + fmt::format("* {}{}, {}\n", card_text(gate_result.environment),
                            reason_text(gate_result.tool), reason_text(gate_result.started_at));
}

// Adds pieces to a text as long as they fit.
class capped_text {
 public:
  explicit capped_text(std::size_t room) : room_(room) {}

  bool add(const std::string& piece) {
    full_ = full_ || text_.size() + piece.size() > room_;
    if (!full_) text_ += piece;
    return !full_;
  }

  const std::string& text() const { return text_; }

 private:
  std::size_t room_;
  bool full_ = false;
  std::string text_;
};

std::string table_within(const gate_result& gate_result, std::size_t room) {
  const std::string header =
      "| verdict | stage | subject | difference | why |\n|---|---|---|---|---|\n";
  capped_text rows(room - header.size() - kept_for_notes);
  std::map<verdict, std::size_t> hidden, unlisted;
  for (const auto& finding : gate_result.findings) {
    if (!is_listed(finding))
      ++unlisted[finding.outcome];
    else if (!rows.add(row_of(finding)))
      ++hidden[finding.outcome];
  }
  std::string text = rows.text().empty() ? "" : header + rows.text() + "\n";
  if (!hidden.empty())
    text += fmt::format("Hidden to stay within the size limit: {}.\n\n", counted(hidden));
  if (!unlisted.empty()) text += fmt::format("Not listed: {}.\n\n", counted(unlisted));
  return text;
}

std::string details_within(const gate_result& gate_result, std::size_t room) {
  capped_text blocks(room - kept_for_notes);
  std::size_t hidden = 0;
  for (const auto& finding : gate_result.findings) {
    const bool has_details = finding.effect || !finding.changes.empty();
    if (is_listed(finding) && has_details && !blocks.add(details_of(finding))) ++hidden;
  }
  return blocks.text() +
         (hidden == 0 ? "" : fmt::format("Details of {} more are hidden.\n\n", hidden));
}

}  // namespace

std::string markdown_within(const gate_result& gate_result, std::size_t max_bytes) {
  const std::string head = head_of(gate_result), foot = foot_of(gate_result);
  const std::size_t room = max_bytes - head.size() - foot.size();
  // The table is read first; details get the remaining space, at least a third.
  const std::string table = table_within(gate_result, room - room / 3);
  return head + table + details_within(gate_result, room - table.size()) + foot;
}

std::string write_markdown(const gate_result& gate_result) {
  return markdown_within(gate_result, max_comment_bytes);
}

}  // namespace warpmark::gate
