#pragma once

#include <functional>
#include <string>

#include "bench/inspect/toml_reader.hpp"

namespace warpmark::gate {

/// Reads the tables of a settings file: demands `version = 1`, calls `read` and refuses what that
/// did not ask for. Throws usage_error of one line, with file and line.
void read_toml(const std::string& text, const std::string& file,
               const std::function<void(inspect::toml_reader&)>& read);

}  // namespace warpmark::gate
