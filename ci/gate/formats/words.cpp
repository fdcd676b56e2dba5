#include "ci/gate/formats/words.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "ci/gate/presentable.hpp"

namespace warpmark::gate {
namespace {

constexpr const char* unknown = "?";

std::string with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

}  // namespace

std::string percent(double relative) {
  return std::isfinite(relative) ? fmt::format("{:+.2f} %", 100 * relative) : unknown;
}

std::string time_text(double ns) {
  if (!std::isfinite(ns)) return unknown;
  constexpr std::array<std::pair<double, const char*>, 3> units = {
      {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}}};
  for (const auto& [size, unit] : units)
    if (ns >= size) return fmt::format("{:#.3g} {}", ns / size, unit);
  return fmt::format("{:#.3g} ns", ns);
}

std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : unknown;
}

std::string change_text(const change& change) {
  std::string text = fmt::format("{} {} → {}", change.quantity, number_text(change.base),
                                 with_unit(number_text(change.head), change.unit));
  if (change.base > 0) text += fmt::format(" ({})", percent(change.head / change.base - 1));
  return text;
}

std::string effect_text(const timing_effect& timing_effect) {
  return fmt::format("{} → {}, {} [{}, {}]", time_text(timing_effect.base_ns),
                     time_text(timing_effect.head_ns), percent(timing_effect.ratio - 1),
                     percent(timing_effect.ratio_low - 1), percent(timing_effect.ratio_high - 1));
}

std::string difference_text(const gate_finding& finding) {
  if (finding.effect) return effect_text(*finding.effect);
  for (const auto& change : finding.changes)
    if (change.judged) return change_text(change);
  return finding.changes.empty() ? "" : change_text(finding.changes.front());
}

std::string detectable_text(const timing_effect& timing_effect) {
  std::string text;
  if (timing_effect.detectable)
    text = fmt::format("this run would have seen {}", percent(*timing_effect.detectable));
  if (timing_effect.missing_rounds)
    text += fmt::format("{}about {} more rounds would settle it", text.empty() ? "" : "; ",
                        *timing_effect.missing_rounds);
  return text;
}

std::string path_of(const gate_finding& finding) {
  if (finding.family.empty() || finding.variant.empty()) return finding.family + finding.variant;
  return finding.family + "/" + finding.variant;
}

source_place place_of(const gate_finding& finding) {
  const auto in_repository = [](const source_place& place) {
    return source_place{repository_path("", place.file), place.line};
  };
  if (auto own = in_repository(finding.place); !own.file.empty()) return own;
  for (const auto& change : finding.changes)
    if (auto place = in_repository(change.place); !place.file.empty()) return place;
  return {};
}

std::string clipped(const std::string& text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::string ellipsis = "…";
  std::size_t end = max_bytes - ellipsis.size();
  // Bytes 10xxxxxx continue a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + ellipsis;
}

}  // namespace warpmark::gate
