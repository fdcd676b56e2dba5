#include "simt/model/card_file.hpp"

#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/known_keys.hpp"
#include "base/usage_error.hpp"
#include "cards_embedded.hpp"

namespace warpmark::model {
namespace {

using nlohmann::json;

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

void read_constant(card_file& card, const constant_field& field, const json& constants,
                   const std::string& where) {
  const json& given = member(constants, field.key, where);
  if (given.is_object())
    require_known_keys(given, {"value", "source"}, where + ": " + std::string(field.key));
  const json& value = member(given, "value", where + ": " + std::string(field.key));
  const double lowest = field.may_be_zero ? 0 : std::numeric_limits<double>::min();
  if (!value.is_number() || !(value.get<double>() >= lowest))
    refuse(where, fmt::format("{} is {}; expected a number {}", field.key, value.dump(),
                              field.may_be_zero ? "not below zero" : "above zero"));
  card.constants.*field.member = value.get<double>();
  card.sources[std::string(field.key)] =
      text(given, "source", where + ": " + std::string(field.key));
}

std::vector<std::string> constant_names() {
  std::vector<std::string> names;
  for (const auto& constant_field : constant_fields()) names.emplace_back(constant_field.key);
  return names;
}

// "9.0" -> "sm_90"
std::string architecture_of(const card_file& card) {
  std::string digits = card.compute_capability;
  std::erase(digits, '.');
  return "sm_" + digits;
}

}  // namespace

nlohmann::ordered_json to_json(const card_file& card) {
  nlohmann::ordered_json constants = nlohmann::ordered_json::object();
  for (const constant_field& field : constant_fields()) {
    const std::string name(field.key);
    const auto source = card.sources.find(name);
    constants[name] = {{"value", card.constants.*field.member},
                       {"source", source == card.sources.end() ? "" : source->second}};
  }
  return {{"schema", card_schema},
          {"name", card.name},
          {"compute_capability", card.compute_capability},
          {"multiprocessors", card.multiprocessors},
          {"measured_at", card.measured_at},
          {"driver_version", card.driver_version},
          {"tool", card.tool},
          {"constants", constants}};
}

card_file card_from_json(const json& given, const std::string& where) {
  if (const std::string schema = text(given, "schema", where); schema != card_schema)
    refuse(where, fmt::format("schema '{}' is unknown; expected {}", schema, card_schema));
  require_known_keys(given,
                     {"schema", "name", "compute_capability", "multiprocessors", "measured_at",
                      "driver_version", "tool", "constants"},
                     where);
  card_file card;
  card.name = text(given, "name", where);
  card.compute_capability = text(given, "compute_capability", where);
  const json& multiprocessors = member(given, "multiprocessors", where);
  if (!multiprocessors.is_number_integer() || multiprocessors.get<std::int64_t>() < 1)
    refuse(where, fmt::format("multiprocessors is {}; expected an integer above zero",
                              multiprocessors.dump()));
  card.multiprocessors = multiprocessors.get<int>();
  card.measured_at = text(given, "measured_at", where);
  card.driver_version = text(given, "driver_version", where);
  card.tool = text(given, "tool", where);
  const json& constants = member(given, "constants", where);
  require_known_keys(constants, constant_names(), where + ": constants");
  for (const auto& field : constant_fields()) read_constant(card, field, constants, where);
  return card;
}

std::vector<card_file> embedded_cards() {
  std::vector<card_file> cards;
  cards.reserve(cards_detail::embedded_files.size());
  for (const auto& file : cards_detail::embedded_files)
    cards.push_back(card_from_json(json::parse(file.text), std::string(file.path)));
  return cards;
}

const card_file* card_for_architecture(const std::string& architecture) {
  static const std::vector<card_file> cards = embedded_cards();
  for (const auto& card : cards)
    if (architecture.starts_with(architecture_of(card))) return &card;
  return nullptr;
}

}  // namespace warpmark::model
