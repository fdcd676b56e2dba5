#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/measured_points.hpp"
#include "tuning/profile/size_table.hpp"

namespace warpmark::tuning {

/// Which measurements become tables.
struct table_filter {
  /// Globs over "family/variant"; a point must match one of the first, if there are any, and none
  /// of the second. Calls of a vendor's library have no config to put into a profile.
  std::vector<std::string> select = {};
  std::vector<std::string> leave_out = {"*/vendor_*"};
  /// "cold" or "hot". Lines that state none, as those of imported records, are taken.
  std::string state = "cold";
  /// Values of problem axes, as text; a problem must have one of them on each axis that is named.
  std::map<std::string, std::vector<std::string>> problems = {};
};

/// Tables of all measurements of the journals together, one a family, type and otherwise fixed
/// problem, in the order of their text; sizes at which nothing was timed are left out.
///
/// Measurements of one point are rounds, summed up by over_rounds. A point that was wrong, crashed,
/// hung or did not compile in any of them has no time: what fails once is nothing to recommend.
/// Problems without n, and n = 0, are passed over.
std::vector<size_table> size_tables(std::span<const measured_journal> journals,
                                    const table_filter& filter = {});

}  // namespace warpmark::tuning
