#pragma once

#include <memory>

#include "bench/backends/backend.hpp"

namespace warpmark::host {

/// The CPU as a device: native steps, fills and copies run synchronously on the calling thread (and
/// threads that native code starts). Kernels are not supported. Its memory is the host's.
std::unique_ptr<backend> make_host_backend();

}  // namespace warpmark::host
