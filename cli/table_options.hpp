#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tuning/profile/journal_tables.hpp"

namespace warpmark {

/// Options that select the measurements of journals for tables of times by size.
struct table_options {
  std::vector<std::string> problem;  ///< "type=i32,f32"
  tuning::table_filter table_filter;

  void add_to(CLI::App& verb);

  /// Throws usage_error for a problem axis that cannot be read.
  tuning::table_filter filter() const;
};

/// The sizes of an axis expression such as "2^13..2^27:2^2"; none for an empty one. Throws
/// usage_error, naming the option, if it is no list of sizes.
std::vector<std::uint64_t> sizes_of(const std::string& option, const std::string& expression);

}  // namespace warpmark
