#pragma once

#include <stdexcept>

namespace warpmark {

/// A call on a device failed. what() names the call, the code and the place.
struct device_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device has no room for an allocation. The device itself is as usable as before.
struct device_memory_error : device_error {
  using device_error::device_error;
};

/// The device cannot run this kernel, whatever the launch. what() names what it lacks.
struct unsupported_kernel : device_error {
  using device_error::device_error;
};

/// An execution was stopped because it exceeded a limit. what() names the limit and the source line
/// that was executed last.
struct execution_limit_error : device_error {
  using device_error::device_error;
};

}  // namespace warpmark
