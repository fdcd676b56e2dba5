#pragma once

#include <filesystem>
#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Prepares texts of sources, compilers and kernels for output: control characters become visible
/// (visible_text), and places become relative to the top of the repository. `root_in_repository` is
/// the folder that the places are relative to before.
void make_presentable(gate_result& result, const std::filesystem::path& root_in_repository);

/// A path relative to the top of a repository, without "." and "..": "" for a path outside of it.
std::string repository_path(const std::filesystem::path& root_in_repository,
                            const std::string& place);

}  // namespace warpmark::gate
