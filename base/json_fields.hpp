#pragma once

#include <concepts>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json_place.hpp"

// Structures as JSON objects, both ways, from one list of their fields:
//
//   template <fields_of<arm> Arm, class Visit>
//   void visit_fields(Arm& arm, Visit&& field) {
//     field("time_ns", arm.time_ns, json_fields::positive);
//     field("clock_hz", arm.clock_hz);
//   }
//
// in the structure's namespace. Absent values are null, and fields may be such structures or lists
// of them. A third argument is a rule of the field. Further functions of the structure's or
// enumeration's namespace:
//
//   void require_valid(const arm& value, const journal::json_place& place);  // After reading.
//   auto named_values(arm_state);  // The values that are written as name(value), not as integers.

namespace warpmark {

/// The structure itself, to be written or read.
template <class T, class Structure>
concept fields_of = std::same_as<std::remove_const_t<T>, Structure>;

namespace json_fields {

using journal::json_place;

/// Rules of a field.
inline constexpr struct only_written_t {
} only_written;  ///< It follows from other fields.
inline constexpr struct if_known_t {
} if_known;  ///< An absent value is left out, not null.
inline constexpr struct positive_t {
} positive;  ///< A number above zero.
inline constexpr struct or_nan_t {
} or_nan;  ///< A number; null is NaN.
inline constexpr struct or_empty_t {
} or_empty;  ///< A text; null is the empty one.
struct formerly {
  const char* name;  ///< Its name in older files.
};

struct no_rule {};

struct no_visit {
  template <class... Field>
  void operator()(const char*, Field&&...) const {}
};

template <class T>
concept has_fields = requires(T& value) {
  visit_fields(value, no_visit{});
};

template <class T>
concept has_names = requires(T value) {
  named_values(value);
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

/// The value as JSON.
template <class Json, class T>
Json write(const T& value) {
  if constexpr (is_optional<T>) {
    return value ? write<Json>(*value) : Json(nullptr);
  } else if constexpr (has_names<T>) {
    return name(value);
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<int>(value);
  } else if constexpr (std::same_as<T, std::filesystem::path>) {
    return value.string();
  } else if constexpr (is_list<T>) {
    Json list = Json::array();
    for (const auto& item : value) list.push_back(write<Json>(item));
    return list;
  } else if constexpr (has_fields<const T>) {
    Json object = Json::object();
    const auto put = [&]<class Rule = no_rule>(const char* name, const auto& field, Rule = {}) {
      if constexpr (std::same_as<Rule, if_known_t>)
        if (!field) return;
      if constexpr (std::same_as<Rule, or_empty_t>)
        object[name] = field.empty() ? Json(nullptr) : Json(field);
      else
        object[name] = write<Json>(field);
    };
    visit_fields(value, put);
    return object;
  } else {
    return value;
  }
}

inline std::vector<json_place> items_of(const json_place& list) { return list.items(); }
template <class Json>
const Json& items_of(const Json& list) {
  return list;
}

template <class T, class From>
T read(const From& from);

template <class From, class Field, class Rule>
void read_field(const From& object, const char* name, Field& field, const Rule& rule) {
  if constexpr (std::same_as<Rule, if_known_t>)
    if (!object.contains(name)) return;
  if constexpr (std::same_as<Rule, formerly>)
    if (!object.contains(name)) name = rule.name;
  const auto& value = object.at(name);
  if constexpr (std::same_as<Rule, or_nan_t>)
    field = value.is_null() ? std::numeric_limits<Field>::quiet_NaN() : read<Field>(value);
  else if constexpr (std::same_as<Rule, or_empty_t>)
    field = value.is_null() ? Field() : read<Field>(value);
  else if constexpr (std::same_as<Rule, positive_t>)
    field = value.positive();
  else
    field = read<Field>(value);
}

/// The reverse, from a JSON value or from a place in a file. Rules such as `positive`, and types
/// with named values, need a place, whose messages they use. Throws for a missing field or one of
/// another type: nlohmann::json::exception, or the usage_error of json_place.
template <class T, class From>
T read(const From& from) {
  if constexpr (is_optional<T>) {
    return from.is_null() ? T() : T(read<typename T::value_type>(from));
  } else if constexpr (has_names<T>) {
    return from.one_of(named_values(T()));
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(from.template get<int>());
  } else if constexpr (std::same_as<T, std::filesystem::path>) {
    return from.template get<std::string>();
  } else if constexpr (is_list<T>) {
    T list;
    for (const auto& item : items_of(from)) list.push_back(read<typename T::value_type>(item));
    return list;
  } else if constexpr (has_fields<T>) {
    T value{};
    const auto take = [&]<class Field, class Rule = no_rule>(const char* name, Field&& field,
                                                             const Rule& rule = {}) {
      if constexpr (!std::same_as<Rule, only_written_t>) read_field(from, name, field, rule);
    };
    visit_fields(value, take);
    if constexpr (requires { require_valid(value, from); }) require_valid(value, from);
    return value;
  } else {
    return from.template get<T>();
  }
}

}  // namespace json_fields
}  // namespace warpmark
