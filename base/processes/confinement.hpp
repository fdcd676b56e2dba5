#pragma once

#include <filesystem>
#include <vector>

namespace warpmark::processes {

/// Restricts the calling thread, and threads and processes that it starts, to opening files below
/// these folders for reading; nothing can be created, changed or removed. Missing folders are
/// ignored. Returns false without effect if the operating system does not support it (Landlock,
/// Linux 5.13).
bool confine_to_reading(const std::vector<std::filesystem::path>& folders);

}  // namespace warpmark::processes
