#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/merge/merged_part.hpp"

namespace warpmark::journal {

/// The manifest of a merged journal, of its parts in canonical order: what they share, or what the
/// newest has; all cards, each with the ceilings of the newest part on it; and the parts.
json merged_manifest(const std::vector<merged_part>& parts, std::uint64_t planned_points);

/// Measurements in a merged journal, by name.
struct merged_counts {
  std::map<std::string, std::size_t> by_status;
  std::map<std::string, std::size_t> by_warning;
};

/// Its end line. Times and numbers of kernels are sums over the parts.
json merged_end(const std::vector<merged_part>& parts, const merged_counts& counts, bool complete);

}  // namespace warpmark::journal
