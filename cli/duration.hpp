#pragma once

#include <string>

namespace warpmark {

/// The seconds of a duration: "500ms", "60s", "5min", "1h" or a plain number of seconds. Throws
/// usage_error, naming `option`, for anything else and for durations not above zero.
double parse_duration_seconds(const std::string& option, const std::string& text);

}  // namespace warpmark
