#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace warpmark::tuning {

/// A recorded value as a space has it: text as it stands, anything else as JSON writes it.
inline std::string value_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace warpmark::tuning
