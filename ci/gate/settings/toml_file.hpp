#pragma once

#include <functional>
#include <string>

#include "base/toml_reader.hpp"

namespace warpmark::gate {

/// Reads the tables of a settings file: requires `version = 1` and no keys except `known`, and
/// calls `read`. Throws usage_error of one line, with file and line.
void read_toml(const std::string& text, const std::string& file, const inspect::key_list& known,
               const std::function<void(inspect::toml_reader&)>& read);

}  // namespace warpmark::gate
