#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/measured_points.hpp"
#include "tuning/profile/size_table.hpp"

namespace warpmark::tuning {

/// Selects measurements for tables.
struct table_filter {
  /// Globs over "family/variant"; a point must match one of the first, if there are any, and none
  /// of the second. Library calls have no config for a profile.
  std::vector<std::string> select = {};
  std::vector<std::string> leave_out = {"*/vendor_*"};
  /// "cold" or "hot". Lines without a state, as in imported records, are included.
  std::string state = "cold";
  /// Values of problem axes, as text; a problem must have one of them on each named axis.
  std::map<std::string, std::vector<std::string>> problems = {};
};

/// Tables of all measurements of the journals together, one per family, type and otherwise fixed
/// problem, in the order of their text; sizes without any time are left out.
///
/// Measurements of one point are rounds, summarised by over_rounds. A point that was wrong,
/// crashed, hung or did not compile in any of them has no time, since it must not be recommended.
/// Problems without n, and n = 0, are ignored.
std::vector<size_table> size_tables(std::span<const measured_journal> journals,
                                    const table_filter& filter = {});

}  // namespace warpmark::tuning
