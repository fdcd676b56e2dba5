#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "bench/inspect/inspection.hpp"
#include "bench/inspect/outputs.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// The source lines of a listing.
enum class listing { none, counted, whole };

/// The result of an inspection as text.
std::string report_text(const specification& specification, const inspection& seen,
                        const output_requests& outputs, listing lines);

/// The same as a JSON object; its listing has all lines with counts.
nlohmann::ordered_json report_json(const specification& specification, const inspection& seen,
                                   const output_requests& outputs);

/// Whether there are findings or a device error.
bool has_faults(const inspection& seen);

/// "64x2", "256": an extent in the format of the command line.
std::string extent_text(const extent3& extent);

/// The text of a source line without indentation, or "" if it is unknown.
std::string quoted_line(const inspection& seen, const std::string& file, int line);

}  // namespace warpmark::inspect
