#pragma once

#include <string>

namespace warpmark {

/// Seconds that "500ms", "60s", "5min", "1h" or a plain number of seconds means. Throws
/// usage_error, naming `option`, for anything else and for what is not above zero.
double parse_duration_seconds(const std::string& option, const std::string& text);

}  // namespace warpmark
