#pragma once

#include <string>

#include "bench/journal/lines.hpp"
#include "cli/doctor/fleet_comparison.hpp"

namespace warpmark {

/// A table with a row per host, in which '*' marks what differs, and a line for each difference and
/// each trouble. Columns that no host knows are left out.
std::string fleet_text(const compared_fleet& fleet);

/// The same with every host's own findings.
journal::json fleet_json(const compared_fleet& fleet);

}  // namespace warpmark
