#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include "bench/workers/line_channel.hpp"

namespace warpmark::workers {

/// The descriptor on which a worker finds its channel.
inline constexpr int worker_socket = 3;

/// A child process that runs this program as a worker. It dies with its parent, keeps quiet about
/// Ctrl-C (the parent decides), and writes nothing to the parent's standard output.
class worker_process {
 public:
  /// Starts `command`, whose first word is the program's path. Throws std::system_error.
  explicit worker_process(const std::vector<std::string>& command);
  ~worker_process();  ///< Kills and reaps it.
  worker_process(const worker_process&) = delete;
  worker_process& operator=(const worker_process&) = delete;

  line_channel& channel() { return *channel_; }
  pid_t id() const { return id_; }

  /// Kills it at once.
  void kill();
  /// Waits for its end and tells it: "killed by signal 9 (Killed)", "ended with exit code 3". Kills
  /// a process that does not end within seconds; one that even so does not, since the driver holds
  /// it, is left alone: "stuck after it was killed".
  std::string ending();
  /// Whether it has ended by itself, with exit code 0.
  bool ended_well();

 private:
  bool reap_within(std::chrono::milliseconds patience);

  pid_t id_ = -1;
  bool reaped_ = false;
  int status_ = 0;  // As waitpid tells it, once reaped.
  bool stuck_ = false;
  std::unique_ptr<line_channel> channel_;
};

}  // namespace warpmark::workers
