#pragma once

#include <cstddef>
#include <optional>
#include <sys/types.h>

namespace warpmark::processes {

/// Bytes of main memory that the process occupies now; none once it has ended.
std::optional<std::size_t> resident_bytes(pid_t process);

/// Seconds that the process has had a processor so far; none once it has ended.
std::optional<double> processor_seconds(pid_t process);

/// If memory runs out, the kernel ends this process before any other.
void end_first_without_memory();

}  // namespace warpmark::processes
