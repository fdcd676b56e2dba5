#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpmark::processes {

/// The limits of a program and of all that it starts.
struct child_limits {
  /// Of CPU time in seconds; evaluated repeatedly, so it may change. A program that waits for
  /// something else is ended after five times this in wall time.
  std::function<double()> seconds;
  std::size_t memory_bytes = 0;     ///< Resident, together.
  std::uint64_t file_bytes = 0;     ///< Of each file that it writes, and of its output.
  std::function<bool()> abandoned;  ///< Whether to end it now; empty: never.
};

/// Why a program was ended; `none`: it ended by itself.
enum class child_end { none, time, memory, abandoned };

/// How a program ended, and what it wrote to its standard output and standard error, in order.
struct limited_outcome {
  int status = 0;  ///< Its exit status; 127 if it could not be started, 128 + N after signal N.
  std::string output;
  child_end ended = child_end::none;
};

/// Runs a program by its path, without a shell and without input, in `folder` (empty: this
/// process's). The program does not outlive this thread; if a limit is reached, what it has started
/// is ended, too. Throws std::system_error only if no process or file can be created.
limited_outcome run_limited(const std::vector<std::string>& words, const child_limits& limits,
                            const std::filesystem::path& folder = {});

}  // namespace warpmark::processes
