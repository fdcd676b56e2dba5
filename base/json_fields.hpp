#pragma once

#include <concepts>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

// Structures as JSON objects, both ways, from one list of their fields:
//
//   template <fields_of<arm> Arm, class Visit>
//   void visit_fields(Arm& arm, Visit&& field) {
//     field("time_ns", arm.time_ns);
//     field("clock_hz", arm.clock_hz);
//   }
//
// in the structure's namespace. Enumerations are integers, absent values null, and fields may be
// such structures or lists of them. For messages between processes of the same program: every field
// must be there when read.

namespace warpmark {

/// The structure itself, to be written or read.
template <class T, class Structure>
concept fields_of = std::same_as<std::remove_const_t<T>, Structure>;

namespace json_fields {

struct no_visit {
  template <class Field>
  void operator()(const char*, Field&) const {}
};

template <class T>
concept has_fields = requires(T& value) {
  visit_fields(value, no_visit{});
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
    visit_fields(value,
                 [&](const char* name, const auto& field) { object[name] = write<Json>(field); });
    return object;
  } else {
    return value;
  }
}

/// The reverse. Throws nlohmann::json::exception for a missing field or one of another type.
template <class T, class Json>
T read(const Json& from) {
  if constexpr (is_optional<T>) {
    return from.is_null() ? T() : T(read<typename T::value_type>(from));
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(from.template get<int>());
  } else if constexpr (std::same_as<T, std::filesystem::path>) {
    return from.template get<std::string>();
  } else if constexpr (is_list<T>) {
    T list;
    for (const auto& item : from) list.push_back(read<typename T::value_type>(item));
    return list;
  } else if constexpr (has_fields<T>) {
    T value{};
    visit_fields(value, [&]<class Field>(const char* name, Field& field) {
      field = read<Field>(from.at(name));
    });
    return value;
  } else {
    return from.template get<T>();
  }
}

}  // namespace json_fields
}  // namespace warpmark
