#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tuning/profile/size_table.hpp"

namespace warpmark::tuning::testing {

/// A timing without spread.
inline timing exactly(double ns) { return {.median_ns = ns, .ci_lo_ns = ns, .ci_hi_ns = ns}; }

/// One row of a table: 0 is a missing time.
struct table_row {
  std::string variant;
  std::int64_t block = 0;
  std::vector<double> ns;
  bool is_base = false;
};

inline candidate candidate_of(const std::string& variant, std::int64_t block,
                              bool is_base = false) {
  candidate result{.variant = variant, .is_base = is_base};
  result.parameters.set("block", block);
  return result;
}

inline size_table table_of(std::vector<std::uint64_t> sizes, const std::vector<table_row>& rows) {
  size_table table{.size_problem = {.family = "reduce", .type = "i32"}, .sizes = std::move(sizes)};
  table.size_problem.rest.set("op", std::string("sum"));
  for (const auto& row : rows) {
    table.candidates.push_back(candidate_of(row.variant, row.block, row.is_base));
    auto& times = table.times.emplace_back();
    for (const double ns : row.ns)
      times.push_back(ns > 0 ? std::optional(exactly(ns)) : std::nullopt);
  }
  return table;
}

}  // namespace warpmark::tuning::testing
