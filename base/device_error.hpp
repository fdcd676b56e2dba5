#pragma once

#include <stdexcept>

namespace warpmark {

/// A call on a device failed. what() names the call, the code and the place.
struct device_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device is out of memory. It stays usable.
struct device_memory_error : device_error {
  using device_error::device_error;
};

/// The device cannot run this kernel with any launch. what() names the missing feature.
struct unsupported_kernel : device_error {
  using device_error::device_error;
};

/// An execution was stopped because it exceeded a limit. what() names the limit and the source line
/// that was executed last.
struct execution_limit_error : device_error {
  using device_error::device_error;
};

}  // namespace warpmark
