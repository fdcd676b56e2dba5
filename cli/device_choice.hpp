#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// The cards that `--devices` names: "all", numbers from 0 as the driver counts ("0,2"), or UUIDs
/// or prefixes of them ("GPU-1f2e"). Each card once. Throws usage_error.
std::vector<int> choose_devices(const std::string& text);

}  // namespace warpmark
