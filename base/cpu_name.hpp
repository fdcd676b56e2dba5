#pragma once

#include <optional>
#include <string>

namespace warpmark {

/// The model of this machine's CPU as Linux names it, if it does.
std::optional<std::string> cpu_name();

}  // namespace warpmark
