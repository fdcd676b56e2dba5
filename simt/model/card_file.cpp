#include "simt/model/card_file.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/known_keys.hpp"
#include "base/usage_error.hpp"
#include "cards_embedded.hpp"
#include "simt/model/architecture_limits.hpp"

namespace warpmark::model {
namespace {

using nlohmann::json;

// The card of the interpreter's default limits.
constexpr std::string_view default_card = "NVIDIA H200";

struct source_prefix {
  std::string_view text;
  constant_kind kind;
};

// What a source begins with. The driver reports properties of the device itself; properties of an
// architecture are documented.
constexpr std::array<source_prefix, 6> source_prefixes = {
    {{"measured:", constant_kind::measured},
     {"published:", constant_kind::published},
     {"data sheet:", constant_kind::data_sheet},
     {"estimated:", constant_kind::estimated},
     {"driver:", constant_kind::measured},
     {"architecture:", constant_kind::data_sheet}}};

std::optional<constant_kind> kind_of_source(std::string_view source) {
  for (const auto& [prefix, kind] : source_prefixes)
    if (source.starts_with(prefix)) return kind;
  return std::nullopt;
}

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw usage_error(fmt::format("{}: {}", where, why));
}

const json& member(const json& object, std::string_view key, const std::string& where) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end())
    refuse(where, fmt::format("a card file needs '{}'", key));
  return *found;
}

std::string text(const json& object, std::string_view key, const std::string& where) {
  const json& value = member(object, key, where);
  if (!value.is_string())
    refuse(where, fmt::format("'{}' is {}; expected a string", key, value.dump()));
  return value.get<std::string>();
}

void require_known_keys(const json& object, const std::vector<std::string>& known,
                        const std::string& where) {
  for (const auto& [key, value] : object.items()) require_known_key(key, known, where);
}

std::string source_of(const json& given, const std::string& where) {
  std::string source = text(given, "source", where);
  if (!kind_of_source(source))
    refuse(where, fmt::format("source '{}'; expected one that begins with measured:, published:, "
                              "data sheet: or estimated:",
                              source));
  return source;
}

// What a file of an older program does not have is an error unless other constants give it.
void take_default(card_file& card, const constant_field& field, const std::string& where) {
  if (!field.derived)
    refuse(where,
           fmt::format("a card file needs '{}', which {} did not write; measure it by `warpmark "
                       "calibrate` on such a card, or add it with its source",
                       field.key, card.tool.empty() ? "its author" : card.tool));
  card.constants.*field.member = field.derived(card.constants);
  card.sources[std::string(field.key)] = field.derivation;
}

void read_constant(card_file& card, const constant_field& field, const json& constants,
                   const std::string& where) {
  const std::string key(field.key);
  if (!constants.contains(key)) return take_default(card, field, where);
  const json& given = constants.at(key);
  if (given.is_object()) require_known_keys(given, {"value", "source"}, where + ": " + key);
  const json& value = member(given, "value", where + ": " + key);
  const double lowest = field.may_be_zero ? 0 : std::numeric_limits<double>::min();
  if (!value.is_number() || !(value.get<double>() >= lowest))
    refuse(where, fmt::format("{} is {}; expected a number {}", field.key, value.dump(),
                              field.may_be_zero ? "not below zero" : "above zero"));
  card.constants.*field.member = value.get<double>();
  card.sources[key] = source_of(given, where + ": " + key);
}

std::vector<std::string> constant_names() {
  std::vector<std::string> names;
  for (const auto& constant_field : constant_fields()) names.emplace_back(constant_field.key);
  return names;
}

// Empty for a card that was not calibrated, else what sorts as time does.
void require_date(const std::string& date, const std::string& where) {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  const auto fits = [&](std::size_t i) {
    return form[i] == '0' ? date[i] >= '0' && date[i] <= '9' : date[i] == form[i];
  };
  bool is_date = date.empty() || date.size() == 10 || date.size() == form.size();
  for (std::size_t i = 0; is_date && i < date.size(); ++i) is_date = fits(i);
  if (!is_date)
    refuse(where, fmt::format("measured_at is '{}'; expected a time such as 2026-11-26T15:20:02Z, "
                              "a date, or nothing for a card that was not calibrated",
                              date));
}

card_file calibration_of(const card_file& card, const json& given, const std::string& where) {
  card_file result = card;
  result.measured_at = text(given, "measured_at", where);
  require_date(result.measured_at, where);
  result.driver_version = text(given, "driver_version", where);
  result.tool = text(given, "tool", where);
  const json& constants = member(given, "constants", where);
  if (!constants.is_object())
    refuse(where, fmt::format("'constants' is {}; expected an object", constants.dump()));
  require_known_keys(constants, constant_names(), where + ": constants");
  for (const auto& field : constant_fields()) read_constant(result, field, constants, where);
  return result;
}

card_file identity_of(const json& given, const std::string& where) {
  card_file card;
  card.name = text(given, "name", where);
  if (card.name.empty()) refuse(where, "'name' is empty; expected that of the driver");
  card.compute_capability = text(given, "compute_capability", where);
  if (!limits_of_architecture(card.architecture()))
    refuse(where, fmt::format("compute_capability is '{}'; expected a known one such as 9.0",
                              card.compute_capability));
  const json& multiprocessors = member(given, "multiprocessors", where);
  constexpr std::int64_t max_multiprocessors = 100'000;
  if (!multiprocessors.is_number_integer() || multiprocessors.get<std::int64_t>() < 1 ||
      multiprocessors.get<std::int64_t>() > max_multiprocessors)
    refuse(where, fmt::format("multiprocessors is {}; expected an integer above zero",
                              multiprocessors.dump()));
  card.multiprocessors = multiprocessors.get<int>();
  return card;
}

std::vector<card_file> several_calibrations(const json& given, const std::string& where) {
  require_known_keys(
      given, {"schema", "name", "compute_capability", "multiprocessors", "calibrations"}, where);
  const card_file card = identity_of(given, where);
  const json& calibrations = member(given, "calibrations", where);
  if (!calibrations.is_array() || calibrations.empty() || calibrations.size() > max_calibrations)
    refuse(where,
           fmt::format("'calibrations' is {}; expected an array of 1 to {}",
                       calibrations.is_array() ? fmt::format("an array of {}", calibrations.size())
                                               : std::string(calibrations.type_name()),
                       max_calibrations));
  std::vector<card_file> result;
  for (std::size_t i = 0; i < calibrations.size(); ++i) {
    const std::string place = fmt::format("{}: calibrations[{}]", where, i);
    require_known_keys(calibrations[i], {"measured_at", "driver_version", "tool", "constants"},
                       place);
    result.push_back(calibration_of(card, calibrations[i], place));
  }
  std::stable_sort(result.begin(), result.end(), [](const card_file& a, const card_file& b) {
    return a.measured_at < b.measured_at;
  });
  return result;
}

nlohmann::ordered_json constants_json(const card_file& card) {
  nlohmann::ordered_json constants = nlohmann::ordered_json::object();
  for (const constant_field& field : constant_fields()) {
    const std::string key(field.key);
    const auto source = card.sources.find(key);
    constants[key] = {{"value", card.constants.*field.member},
                      {"source", source == card.sources.end() ? "" : source->second}};
  }
  return constants;
}

}  // namespace

std::string_view name(constant_kind kind) {
  switch (kind) {
    case constant_kind::measured:
      return "measured";
    case constant_kind::published:
      return "published";
    case constant_kind::data_sheet:
      return "data sheet";
    case constant_kind::estimated:
      return "estimated";
  }
  return "";
}

std::string card_file::architecture() const {
  std::string digits = compute_capability;
  std::erase(digits, '.');
  return "sm_" + digits;
}

device_limits card_file::limits() const {
  device_limits result = limits_of_architecture(architecture()).value();
  result.multiprocessors = multiprocessors;
  return result;
}

constant_kind card_file::kind_of(std::string_view key) const {
  const auto source = sources.find(std::string(key));
  return source == sources.end()
             ? constant_kind::estimated
             : kind_of_source(source->second).value_or(constant_kind::estimated);
}

nlohmann::ordered_json to_json(std::span<const card_file> calibrations) {
  const card_file& card = calibrations.back();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& one : calibrations)
    list.push_back({{"measured_at", one.measured_at},
                    {"driver_version", one.driver_version},
                    {"tool", one.tool},
                    {"constants", constants_json(one)}});
  return {{"schema", card_schema},
          {"name", card.name},
          {"compute_capability", card.compute_capability},
          {"multiprocessors", card.multiprocessors},
          {"calibrations", list}};
}

nlohmann::ordered_json to_json(const card_file& card) { return to_json(std::span(&card, 1)); }

std::vector<card_file> calibrations_from_json(const json& given, const std::string& where) {
  const std::string schema = text(given, "schema", where);
  if (schema == card_schema) return several_calibrations(given, where);
  if (schema != single_calibration_schema)
    refuse(where, fmt::format("schema '{}' is unknown; expected {}", schema, card_schema));
  require_known_keys(given,
                     {"schema", "name", "compute_capability", "multiprocessors", "measured_at",
                      "driver_version", "tool", "constants"},
                     where);
  return {calibration_of(identity_of(given, where), given, where)};
}

card_file card_from_json(const json& given, const std::string& where) {
  return calibrations_from_json(given, where).back();
}

const std::vector<std::vector<card_file>>& embedded_calibrations() {
  static const std::vector<std::vector<card_file>> all = [] {
    std::vector<std::vector<card_file>> cards;
    for (const auto& file : cards_detail::embedded_files)
      cards.push_back(calibrations_from_json(json::parse(file.text), std::string(file.path)));
    return cards;
  }();
  return all;
}

const card_file* card_for_architecture(const std::string& architecture) {
  for (const auto& calibrations : embedded_calibrations())
    if (calibrations.back().name == default_card)
      return architecture.starts_with(calibrations.back().architecture()) ? &calibrations.back()
                                                                          : nullptr;
  return nullptr;
}

}  // namespace warpmark::model
