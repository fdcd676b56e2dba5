#pragma once

#include <filesystem>
#include <string>

#include "tuning/replay/recorded_space.hpp"

namespace warpmark::tuning {

/// Which measurements of a journal: a variant's ("reduce/shuffle") at one problem
/// ("type=i32,n=1024,op=sum"). What is empty must be the same in the whole journal.
struct journal_choice {
  std::string variant = {};
  std::string problem = {};
};

/// Reads the configs of one variant and problem from a journal of `warpmark run`, which may be
/// compressed by gzip, with their median
/// times in ns. Points left out (skipped) are none of the space; those that are wrong, crash, hang
/// or do not compile are configs that do not run.
///
/// Throws usage_error for what is no journal and for a choice that is missing or leaves more than
/// one; tuning_error for a record that says nothing (record).
recorded_space read_journal_space(const std::filesystem::path& path,
                                  const journal_choice& choice = {});

}  // namespace warpmark::tuning
