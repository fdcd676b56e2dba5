#include "bench/backends/cuda/timing_code.hpp"

#include <cstring>

#include "bench/backends/cuda/driver_api.hpp"

namespace warpmark::cuda {

timing_code::timing_code() {
  driver_api driver;
  try {
    driver = open_driver();
  } catch (const device_error&) {
    return;
  }
  const auto add = [&](const char* name, auto* function) {
    entry& made = entries_.emplace_back();
    made.name = name;
    made.at = reinterpret_cast<const std::byte*>(function);
    std::memcpy(made.then.data(), made.at, compared_bytes);
  };
  add("cuEventRecord", driver.event_record);
  add("cuEventSynchronize", driver.event_synchronize);
  add("cuEventElapsedTime", driver.event_elapsed_time);
  add("cuStreamSynchronize", driver.stream_synchronize);
  add("cuEventCreate", driver.event_create);
  add("cuLaunchKernel", driver.launch_kernel);
  if (driver.launch_kernel_ex != nullptr) add("cuLaunchKernelEx", driver.launch_kernel_ex);
}

std::string timing_code::changed() const {
  for (const entry& one : entries_)
    if (std::memcmp(one.then.data(), one.at, compared_bytes) != 0) return one.name;
  return "";
}

}  // namespace warpmark::cuda
