#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "bench/inspect/inspection.hpp"
#include "bench/inspect/outputs.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// Which source lines a listing shows.
enum class listing { none, counted, whole };

/// What an inspection found, for people.
std::string report_text(const specification& specification, const inspection& seen,
                        const output_requests& outputs, listing lines);

/// The same as one object; of the listing, all lines that have counts.
nlohmann::ordered_json report_json(const specification& specification, const inspection& seen,
                                   const output_requests& outputs);

/// Whether anything was found that must not be: findings, or an error of the device.
bool has_faults(const inspection& seen);

/// "64x2", "256": as extents are written on the command line.
std::string extent_text(const extent3& extent);

/// "line text" of a source without its indentation, or "" if it is not known.
std::string quoted_line(const inspection& seen, const std::string& file, int line);

}  // namespace warpmark::inspect
