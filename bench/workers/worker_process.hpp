#pragma once

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
  /// Waits for its end and tells it: "killed by signal 9 (Killed)", "ended with exit code 3".
  std::string ending();

 private:
  pid_t id_ = -1;
  bool reaped_ = false;
  std::string ending_;
  std::unique_ptr<line_channel> channel_;
};

}  // namespace warpmark::workers
