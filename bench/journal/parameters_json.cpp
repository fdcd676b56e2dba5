#include "bench/journal/parameters_json.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::journal {

using nlohmann::ordered_json;

ordered_json parameters_json(const parameters& values) {
  ordered_json object = ordered_json::object();
  for (const auto& [name, value] : values)
    std::visit([&, key = name](const auto& held) { object[key] = held; }, value);
  return object;
}

parameters parameters_from_json(const ordered_json& object, const std::string& where) {
  if (!object.is_object())
    throw usage_error(fmt::format("{} is {}; expected an object of values", where, object.dump()));
  parameters result;
  for (const auto& [name, value] : object.items()) {
    if (value.is_number_integer())
      result.set(name, value.get<std::int64_t>());
    else if (value.is_string())
      result.set(name, value.get<std::string>());
    else
      throw usage_error(
          fmt::format("{}.{} is {}; expected an integer or a string", where, name, value.dump()));
  }
  return result;
}

}  // namespace warpmark::journal
