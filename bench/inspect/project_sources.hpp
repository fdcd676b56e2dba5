#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "bench/inspect/device_code.hpp"

namespace warpmark::inspect {

/// A source and all files of its project that it includes. In the texts, the names of included
/// files are replaced by those in `names`, so that the compiler finds the given text.
struct project_sources {
  std::vector<device_source> sources;  ///< The first one is the source itself.
  std::vector<std::string> names;      ///< For the compiler; absolute, but for the first.
};

/// Reads a source's project. `text` is that of the source, `folders` are searched after the folder
/// of the including file. A folder of CUDA's own headers is left to the compiler, and so are files
/// that are not found and names that are macros. Throws usage_error for more than 5000 files or
/// 64 MiB, or for a file that cannot be read.
project_sources read_project(const std::string& text, const std::filesystem::path& path,
                             const std::vector<std::filesystem::path>& folders,
                             const source_tree& files);

}  // namespace warpmark::inspect
