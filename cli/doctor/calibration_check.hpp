#pragma once

#include <string>
#include <vector>

#include "cli/doctor/installation.hpp"

namespace warpmark {

/// Compares the embedded card files with the user's newest calibrations: of the card file `given`,
/// or where that is empty of the user's folder; and says what to run for a card of this machine
/// that was not calibrated. Throws usage_error for a given file that is no card file.
std::vector<installation_finding> look_at_calibrations(const std::string& given);

}  // namespace warpmark
