#pragma once

#include <filesystem>
#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Readies what sources, compilers and kernels said for people and machines: texts become visible
/// ones (visible_text), and places relative to the top of the repository. `root_in_repository` is
/// where places start from now.
void make_presentable(gate_result& result, const std::filesystem::path& root_in_repository);

/// A path relative to the top of a repository, without "." and "..": "" for one that is outside.
std::string repository_path(const std::filesystem::path& root_in_repository,
                            const std::string& place);

}  // namespace warpmark::gate
