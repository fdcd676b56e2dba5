#pragma once

#include <filesystem>

#include "tuning/replay/recorded_space.hpp"

namespace warpmark::tuning {

/// Reads a cache file of Kernel Tuner, which may be compressed by gzip and may lack its end, as
/// while Kernel Tuner runs or after it was stopped. Times are in ms; an entry whose objective is
/// the name of an error is a config that does not run.
///
/// Throws usage_error if the file is no such cache, tuning_error for an unusable record (see
/// record()).
recorded_space read_kernel_tuner_cache(const std::filesystem::path& path);

}  // namespace warpmark::tuning
