#pragma once

#include <filesystem>

#include "tuning/replay/recorded_space.hpp"

namespace warpmark::tuning {

/// Reads a cache file of Kernel Tuner, which may be compressed by gzip and, as Kernel Tuner leaves
/// it while it runs or when it is stopped, may lack its end. Times are in ms; an entry whose
/// objective is the name of an error is a config that does not run.
///
/// Throws usage_error for what is no such cache, tuning_error for one that says nothing (record).
recorded_space read_kernel_tuner_cache(const std::filesystem::path& path);

}  // namespace warpmark::tuning
