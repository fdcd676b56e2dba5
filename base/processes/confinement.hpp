#pragma once

#include <filesystem>
#include <vector>

namespace warpmark::processes {

/// From now on the calling thread, and what it starts, can open files below these folders only, and
/// only to read them; nothing can be made, changed or removed. Folders that are not there are
/// passed over. False, and nothing changes, where the kernel cannot do it (Landlock, Linux 5.13).
bool confine_to_reading(const std::vector<std::filesystem::path>& folders);

}  // namespace warpmark::processes
