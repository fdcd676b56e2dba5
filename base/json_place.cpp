#include "base/json_place.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::journal {

namespace {

// " (it has 'entrie'; did you mean 'entry'?)" for a key that is similar to the missing one.
std::string misspelt(const nlohmann::ordered_json& object, const std::string& missing) {
  for (const auto& [key, value] : object.items()) {
    const std::size_t longer = std::max(key.size(), missing.size());
    if (longer <= 2 * missing.size() && edit_distance(key, missing) <= missing.size() / 3)
      return fmt::format(" (it has '{}'; did you mean '{}'?)", key, missing);
  }
  return "";
}

}  // namespace

std::string json_place::name() const {
  return fmt::format("{}: {}", file_, path_.empty() ? "the file" : path_);
}

void json_place::fail(const std::string& right) const {
  std::string shown = value_.dump();
  constexpr std::size_t longest = 60;
  if (shown.size() > longest) shown = shown.substr(0, longest) + "…";
  throw usage_error(fmt::format("{} is {}; expected {}", name(), shown, right));
}

json_place json_place::at(const std::string& key) const {
  const auto& here = object();
  const auto found = here.find(key);
  if (found == here.end())
    throw usage_error(fmt::format("{} has no '{}'{}", name(), key, misspelt(here, key)));
  return {*found, file_, path_.empty() ? key : path_ + "." + key};
}

std::vector<json_place> json_place::items() const {
  if (!value_.is_array()) fail("a list");
  std::vector<json_place> result;
  for (std::size_t i = 0; i < value_.size(); ++i)
    result.emplace_back(value_[i], file_, fmt::format("{}[{}]", path_, i));
  return result;
}

std::string json_place::text() const {
  if (!value_.is_string()) fail("a string");
  return value_.get<std::string>();
}

bool json_place::flag() const {
  if (!value_.is_boolean()) fail("true or false");
  return value_.get<bool>();
}

double json_place::number() const {
  if (!value_.is_number() || !std::isfinite(value_.get<double>())) fail("a number");
  return value_.get<double>();
}

double json_place::positive() const {
  if (number() <= 0) fail("a number above zero");
  return number();
}

std::uint64_t json_place::count() const {
  const bool right = value_.is_number_unsigned() ||
                     (value_.is_number_integer() && value_.get<std::int64_t>() >= 0);
  if (!right) fail("an integer of at least 0");
  return value_.get<std::uint64_t>();
}

std::size_t json_place::index_among(const std::vector<std::string>& names) const {
  const std::string given = text();
  const auto found = std::find(names.begin(), names.end(), given);
  if (found == names.end())
    throw usage_error(fmt::format("{}: no '{}'{}", name(), given, did_you_mean(given, names)));
  return static_cast<std::size_t>(found - names.begin());
}

void json_place::fail_above(int bits) const { fail(fmt::format("an integer below 2^{}", bits)); }

const nlohmann::ordered_json& json_place::object() const {
  if (!value_.is_object()) fail("an object");
  return value_;
}

}  // namespace warpmark::journal
