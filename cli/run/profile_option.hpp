#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// The metrics of --profile METRIC,…|default, in order; none if it is not given. Throws usage_error
/// unless the backend has hardware counters and each is a name.
std::vector<std::string> profiled_metrics(const std::string& text, const std::string& machine);

}  // namespace warpmark
