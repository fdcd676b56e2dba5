#include "bench/kernels_file/values.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark::kernels_file {
namespace {

using inspect::toml_reader;

std::optional<std::string> formula_of(const toml::node& item) {
  if (item.is_string()) return item.ref<std::string>();
  if (item.is_integer()) return fmt::format("{}", item.ref<std::int64_t>());
  return std::nullopt;
}

double number_of(const toml_reader& from, const char* key, const toml::node& item) {
  const auto value = item.is_number() ? item.value<double>() : std::nullopt;
  if (!value || !(*value >= 0) || *value > 1e300)
    from.refuse(key, "expected a number of 0 or more, e.g. 1e-5, or { f32 = 1e-5, f64 = 1e-12 }");
  return *value;
}

}  // namespace

std::string place_of(const toml_reader& from, const char* key) {
  return fmt::format("{}: {}", from.where(key), key);
}

void need_name(const toml_reader& from, const std::string& noun, const std::string& name) {
  if (!inspect::is_name(name))
    from.refuse(
        fmt::format("{} '{}': expected letters, digits and '_', not a digit first", noun, name));
}

std::optional<expression> read_expression(toml_reader& from, const char* key) {
  const toml::node* found = from.node(key);
  if (found == nullptr) return std::nullopt;
  const auto text = formula_of(*found);
  if (!text) from.refuse(key, "expected an integer, or an expression in quotes");
  return expression(*text, place_of(from, key));
}

std::vector<expression> read_expressions(toml_reader& from, const char* key) {
  const toml::node* found = from.node(key);
  if (found == nullptr) return {};
  const auto* list = found->as_array();
  if (list == nullptr) return {*read_expression(from, key)};
  std::vector<expression> result;
  for (const toml::node& node : *list) {
    const auto text = formula_of(node);
    if (!text) from.refuse(key, "expected integers and expressions in quotes, in [ ]");
    result.emplace_back(*text, place_of(from, key));
  }
  if (result.empty() || result.size() > 3)
    from.refuse(key, fmt::format("{} extents; expected one to three", result.size()));
  return result;
}

std::vector<template_text> read_templates(toml_reader& from, const char* key) {
  std::vector<template_text> result;
  for (const auto& text : from.texts(key)) result.emplace_back(text, place_of(from, key));
  return result;
}

std::vector<rule_description> read_rules(toml_reader& from, const char* key) {
  const toml::node* found = from.node(key);
  if (found == nullptr) return {};
  std::vector<rule_description> result;
  const auto add = [&](const std::string& text, const std::string& reason) {
    result.push_back({expression(text, place_of(from, key)), reason.empty() ? text : reason});
  };
  if (const auto* list = found->as_array()) {
    for (const toml::node& node : *list) {
      if (node.is_string()) {
        add(node.ref<std::string>(), "");
        continue;
      }
      if (!node.is_table())
        from.refuse(key, "expected e.g. [{ if = \"a * b <= 1024\", reason = \"…\" }]");
      toml_reader rule(*node.as_table(), from.file(), key, {"if", "reason"});
      const std::string text = rule.needed_text("if");
      add(text, rule.needed_text("reason"));
      rule.finish();
    }
    return result;
  }
  if (!found->is_table()) from.refuse(key, "expected e.g. { \"a * b <= 1024\" = \"the reason\" }");
  const toml_reader rules(*found->as_table(), from.file(), key);
  for (const auto& [text, reason] : rules.in_order()) {
    if (!reason->is_string())
      from.refuse(key, fmt::format("'{}': expected its reason, in quotes", text));
    add(text, reason->ref<std::string>());
  }
  return result;
}

tolerance read_tolerance(toml_reader& from, const char* key) {
  const toml::node* found = from.node(key);
  if (found == nullptr) return {};
  if (!found->is_table()) return {.otherwise = number_of(from, key, *found)};
  std::vector<std::string> types;
  for (const auto type : all_element_types()) types.emplace_back(name(type));
  tolerance result;
  for (const auto& [type, value] : *found->as_table()) {
    const std::string text(type.str());
    if (!parse_element_type(text))
      from.refuse(key, fmt::format("no element type '{}'{}", text, did_you_mean(text, types)));
    result.by_type[text] = number_of(from, key, value);
  }
  return result;
}

}  // namespace warpmark::kernels_file
