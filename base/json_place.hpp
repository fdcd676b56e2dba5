#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace warpmark::journal {

/// A value of a JSON file with its place, for messages such as
/// "h200.json: entries[0].sizes[2].n is \"many\"; expected an integer of at least 0".
/// Every function throws such a usage_error.
class json_place {
 public:
  json_place(const nlohmann::ordered_json& value, std::string file)
      : json_place(value, std::move(file), {}) {}

  json_place at(const std::string& key) const;  ///< The value must be an object with this key.
  std::vector<json_place> items() const;        ///< The value must be an array.

  std::string text() const;
  std::vector<std::string> texts() const;
  bool flag() const;
  double number() const;    ///< Finite.
  double positive() const;  ///< Above zero.
  std::uint64_t count() const;
  bool is_null() const { return value_.is_null(); }
  const nlohmann::ordered_json& object() const;

  [[noreturn]] void fail(const std::string& right) const;
  std::string name() const;  ///< File and place.

 private:
  json_place(const nlohmann::ordered_json& value, std::string file, std::string path)
      : value_(value), file_(std::move(file)), path_(std::move(path)) {}

  const nlohmann::ordered_json& value_;
  std::string file_;
  std::string path_;
};

}  // namespace warpmark::journal
