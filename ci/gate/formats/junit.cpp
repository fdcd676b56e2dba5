// JUnit XML: one suite per stage and variant, one case per subject.

#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "ci/gate/formats/failing_finding.hpp"
#include "ci/gate/formats/report_rule.hpp"
#include "ci/gate/formats/words.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

// XML 1.0 forbids some characters even escaped: control characters, U+FFFE and U+FFFF.
std::string xml_text(const std::string& text) {
  const std::string replacement = "\xEF\xBF\xBD";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    const std::string three = text.substr(i, 3);
    if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
      result += replacement;
      i += 2;
    } else if (is_control) {
      result += replacement;
    } else {
      result += text[i];
    }
  }
  return result;
}

void set(pugi::xml_node node, const char* key, const std::string& value) {
  node.append_attribute(key) = xml_text(value).c_str();
}

void set(pugi::xml_node node, const char* key, std::size_t value) {
  set(node, key, fmt::format("{}", value));
}

void add_property(pugi::xml_node properties, const std::string& key, const std::string& value) {
  auto node = properties.append_child("property");
  set(node, "name", key);
  set(node, "value", value);
}

void add_numbers(pugi::xml_node properties, const gate_finding& finding) {
  add_property(properties, "verdict", std::string(name(finding.outcome)));
  for (const auto& change : finding.changes) {
    add_property(properties, change.quantity + ".base", number_text(change.base));
    add_property(properties, change.quantity + ".head", number_text(change.head));
  }
  if (!finding.effect) return;
  const auto& effect = *finding.effect;
  for (const auto& [key, value] :
       {std::pair("base_ns", effect.base_ns), std::pair("head_ns", effect.head_ns),
        std::pair("ratio", effect.ratio), std::pair("ratio_low", effect.ratio_low),
        std::pair("ratio_high", effect.ratio_high), std::pair("p_value", effect.p_value),
        std::pair("adjusted_p", effect.adjusted_p)})
    add_property(properties, key, number_text(value));
  if (effect.detectable) add_property(properties, "detectable", number_text(*effect.detectable));
  if (effect.controls) add_property(properties, "controls", *effect.controls);
  add_property(properties, "rounds", fmt::format("{}", effect.rounds));
}

// "failure", "error" or "skipped"; null for what passes.
const char* outcome_element(const gate_result& gate_result, const gate_finding& finding) {
  if (finding.outcome == verdict::accepted || report_rule_of(finding) == nullptr) return nullptr;
  if (!fails_gate(gate_result, finding)) return "skipped";
  return finding.outcome == verdict::regression ? "failure" : "error";
}

std::string message_of(const gate_finding& finding) {
  std::string text = fmt::format("{}: {}", name(finding.outcome), finding.reason);
  if (finding.outcome != verdict::inconclusive || !finding.effect) return text;
  const std::string seen = detectable_text(*finding.effect);
  return seen.empty() ? text : text + " (" + seen + ")";
}

std::string body_of(const gate_finding& finding) {
  std::string text;
  if (finding.effect) text += effect_text(*finding.effect) + "\n";
  for (const auto& change : finding.changes)
    text += change_text(change) + (change.why.empty() ? "" : ": " + change.why) + "\n";
  return text;
}

void add_case(pugi::xml_node suite, const gate_finding& finding, const char* element) {
  auto node = suite.append_child("testcase");
  set(node, "classname", suite.attribute("name").value());
  set(node, "name", finding.subject);
  if (const auto place = place_of(finding); !place.file.empty()) {
    set(node, "file", place.file);
    if (place.line > 0) set(node, "line", static_cast<std::size_t>(place.line));
  }
  add_numbers(node.append_child("properties"), finding);
  if (element == nullptr) return;
  auto outcome = node.append_child(element);
  set(outcome, "message", message_of(finding));
  if (element != std::string_view("skipped")) {
    set(outcome, "type", std::string(name(finding.outcome)));
    outcome.text() = xml_text(body_of(finding)).c_str();
  }
}

struct tally {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;

  void count(const char* element) {
    const std::string_view type = element == nullptr ? "" : element;
    ++tests;
    failures += type == "failure";
    errors += type == "error";
    skipped += type == "skipped";
  }

  tally& operator+=(const tally& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    return *this;
  }

  void set_on(pugi::xml_node node) const {
    set(node, "tests", tests);
    set(node, "failures", failures);
    set(node, "errors", errors);
    set(node, "skipped", skipped);
  }
};

// The gate's ending is a case too: it fails if there is no verdict, whatever the points' results.
tally add_ending(pugi::xml_node root, const gate_result& gate_result) {
  const bool verdict_given =
      gate_result.ending.code == 0 || gate_result.ending.code == 1 || gate_result.ending.code == 3;
  auto suite = root.append_child("testsuite");
  set(suite, "name", "gate");
  tally counts;
  counts.count(verdict_given ? nullptr : "error");
  counts.set_on(suite);
  auto node = suite.append_child("testcase");
  set(node, "classname", "gate");
  set(node, "name", "a verdict is given");
  if (verdict_given) return counts;
  auto outcome = node.append_child("error");
  set(outcome, "message", gate_result.ending.reason);
  set(outcome, "type", fmt::format("exit status {}", gate_result.ending.code));
  return counts;
}

}  // namespace

std::string write_junit(const gate_result& gate_result) {
  std::map<std::tuple<gate_stage, std::string>, std::vector<const gate_finding*>> suites;
  for (const auto& finding : gate_result.findings)
    suites[{finding.stage, path_of(finding)}].push_back(&finding);
  pugi::xml_document document;
  auto root = document.append_child("testsuites");
  set(root, "name", "warpmark gate");
  tally total = add_ending(root, gate_result);
  for (const auto& [key, findings] : suites) {
    auto suite = root.append_child("testsuite");
    set(suite, "name", fmt::format("{} {}", name(std::get<0>(key)), std::get<1>(key)));
    set(suite, "timestamp", gate_result.started_at);
    tally counts;
    for (const auto* finding : findings) counts.count(outcome_element(gate_result, *finding));
    counts.set_on(suite);
    for (const auto* finding : findings)
      add_case(suite, *finding, outcome_element(gate_result, *finding));
    total += counts;
  }
  total.set_on(root);
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

}  // namespace warpmark::gate
