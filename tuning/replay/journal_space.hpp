#pragma once

#include <filesystem>
#include <string>

#include "tuning/replay/recorded_space.hpp"

namespace warpmark::tuning {

/// Selects measurements of a journal: of one variant ("reduce/shuffle") at one problem
/// ("type=i32,n=1024,op=sum"). If a member is empty, the journal must have only one value for it.
struct journal_choice {
  std::string variant = {};
  std::string problem = {};
};

/// Reads the configs of one variant and problem from a journal of `warpmark run`, which may be
/// compressed by gzip, with their median times in ns. Skipped points are not in the space; those
/// that are wrong, crash, hang or do not compile are configs that do not run.
///
/// Throws usage_error if the file is no journal and if the choice matches none or several;
/// tuning_error for an unusable record (see record()).
recorded_space read_journal_space(const std::filesystem::path& path,
                                  const journal_choice& choice = {});

}  // namespace warpmark::tuning
