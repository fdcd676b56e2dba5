#include "variants/contract/parameters.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/read_watch.hpp"

namespace warpmark {

namespace {

std::string joined(const parameters& values) {
  std::string result;
  for (const auto& [key, value] : values) {
    if (!result.empty()) result += ',';
    result += key;
    result += '=';
    result += to_text(value);
  }
  return result;
}

}  // namespace

std::string to_text(const parameter_value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  return std::get<std::string>(value);
}

void parameters::set(std::string_view name, parameter_value value) {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (found != values_.end())
    found->second = std::move(value);
  else
    values_.emplace_back(std::string(name), std::move(value));
}

const parameter_value* parameters::find(std::string_view name) const {
  read_watch::note(name);
  for (const auto& [key, value] : values_)
    if (key == name) return &value;
  return nullptr;
}

std::int64_t parameters::integer(std::string_view name) const {
  const auto* value = find(name);
  if (value == nullptr || !std::holds_alternative<std::int64_t>(*value))
    throw std::out_of_range(fmt::format("no integer parameter '{}' in [{}]", name, joined(*this)));
  return std::get<std::int64_t>(*value);
}

const std::string& parameters::text(std::string_view name) const {
  const auto* value = find(name);
  if (value == nullptr || !std::holds_alternative<std::string>(*value))
    throw std::out_of_range(fmt::format("no text parameter '{}' in [{}]", name, joined(*this)));
  return std::get<std::string>(*value);
}

std::string parameters::canonical() const {
  read_watch::note_all();
  return joined(*this);
}

}  // namespace warpmark
