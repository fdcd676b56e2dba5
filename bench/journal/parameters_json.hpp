#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/json_place.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark {
namespace journal {

/// A problem or config as an object: {"type": "i32", "n": 1024}.
nlohmann::ordered_json parameters_json(const parameters& values);

/// The reverse. Throws usage_error beginning with `where` for anything but an object of integers
/// and strings.
parameters parameters_from_json(const nlohmann::ordered_json& object, const std::string& where);

}  // namespace journal

// For json_fields.
inline void to_json(nlohmann::ordered_json& to, const parameters& values) {
  to = journal::parameters_json(values);
}
inline void from_json(const journal::json_place& from, parameters& values) {
  values = journal::parameters_from_json(from.object(), from.name());
}

}  // namespace warpmark
