#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace warpmark::compiler {

/// The places that toolkit_files searches, for messages.
inline constexpr std::string_view toolkit_places =
    "$CUDA_HOME, $CUDA_PATH, /usr/local/cuda*, $VIRTUAL_ENV and .venv";

/// The libraries of CUDA toolkits on this machine whose names start with `prefix`: of installed
/// toolkits first, then of PyPI's packages in Python environments above the program and above the
/// working folder.
std::vector<std::filesystem::path> toolkit_files(std::string_view prefix);

/// Entries of `folder` whose names start with `prefix`, in descending order, so that newer versions
/// come first.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder,
                                            std::string_view prefix);

}  // namespace warpmark::compiler
