#pragma once

#include <memory>

#include "bench/backends/backend.hpp"

namespace warpmark::host {

/// The CPU as a device: native steps, fills and copies run at once on the calling thread (and the
/// threads that native code makes); kernels do not run. Its memory is the host's.
std::unique_ptr<backend> make_host_backend();

}  // namespace warpmark::host
