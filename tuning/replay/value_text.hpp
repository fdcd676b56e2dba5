#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace warpmark::tuning {

/// A recorded value as text of a space: strings unchanged, anything else as JSON.
inline std::string value_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace warpmark::tuning
