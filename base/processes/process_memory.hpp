#pragma once

#include <cstddef>
#include <optional>
#include <sys/types.h>

namespace warpmark::processes {

/// Resident memory of the process in bytes; empty after it has ended.
std::optional<std::size_t> resident_bytes(pid_t process);

/// Memory that this process may still take: what the system has available, or less by the limits of
/// its control group; empty if neither is known.
std::optional<std::size_t> available_bytes();

/// CPU time of the process in seconds; empty after it has ended.
std::optional<double> processor_seconds(pid_t process);

/// The same, with its children that have ended.
std::optional<double> processor_seconds_with_children(pid_t process);

/// Makes this process the first that the operating system kills when memory runs out.
void end_first_without_memory();

}  // namespace warpmark::processes
