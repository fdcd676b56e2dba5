#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace warpmark::journal {

/// name(value), which the class's own name() hides.
template <class T>
std::string name_of(const T& value) {
  return std::string(name(value));
}

/// A value of a JSON file with its place, for messages such as
/// "h200.json: entries[0].sizes[2].n is \"many\"; expected an integer of at least 0".
/// Every function throws such a usage_error.
class json_place {
 public:
  /// `path` names the value in its file; empty: it is the file.
  json_place(const nlohmann::ordered_json& value, std::string file, std::string path = {})
      : value_(value), file_(std::move(file)), path_(std::move(path)) {}

  json_place at(const std::string& key) const;  ///< The value must be an object with this key.
  std::vector<json_place> items() const;        ///< The value must be an array.
  bool contains(const std::string& key) const { return object().contains(key); }

  std::string text() const;
  bool flag() const;
  double number() const;    ///< Finite.
  double positive() const;  ///< Above zero.
  std::uint64_t count() const;
  bool is_null() const { return value_.is_null(); }
  const nlohmann::ordered_json& object() const;

  /// As T: a Boolean, a number, a string or an object. Other types have a function
  /// from_json(const json_place&, T&) in their namespace.
  template <class T>
  T get() const {
    if constexpr (std::same_as<T, bool>) {
      return flag();
    } else if constexpr (std::same_as<T, std::string>) {
      return text();
    } else if constexpr (std::floating_point<T>) {
      return static_cast<T>(number());
    } else if constexpr (std::integral<T>) {
      const std::uint64_t value = count();
      if (!std::in_range<T>(value)) fail_above(std::numeric_limits<T>::digits);
      return static_cast<T>(value);
    } else if constexpr (requires(T & value) { from_json(*this, value); }) {
      T value;
      from_json(*this, value);
      return value;
    } else {
      return T(object());
    }
  }

  /// The one whose name(value) is this text.
  template <class Values>
  auto one_of(const Values& values) const {
    std::vector<std::string> names;
    names.reserve(values.size());
    for (const auto& value : values) names.emplace_back(name_of(value));
    return values[index_among(names)];
  }

  [[noreturn]] void fail(const std::string& right) const;
  std::string name() const;  ///< File and place.

 private:
  std::size_t index_among(const std::vector<std::string>& names) const;
  [[noreturn]] void fail_above(int bits) const;

  const nlohmann::ordered_json& value_;
  std::string file_;
  std::string path_;
};

}  // namespace warpmark::journal
