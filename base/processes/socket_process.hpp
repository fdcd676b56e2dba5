#pragma once

#include <chrono>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace warpmark::processes {

/// The descriptor on which a child process finds its end of the socket.
inline constexpr int channel_socket = 3;

/// A child process with a socket to its parent. It dies with the thread that started it, ignores
/// Ctrl-C (the parent decides), and writes nothing to the parent's standard output.
class socket_process {
 public:
  /// Starts `command`, whose first word is the program's path. Throws std::system_error.
  explicit socket_process(const std::vector<std::string>& command);
  ~socket_process();  ///< Kills and reaps the process.
  socket_process(const socket_process&) = delete;
  socket_process& operator=(const socket_process&) = delete;

  /// The parent's end, for the caller to own and close. Once.
  int take_socket() { return std::exchange(socket_, -1); }

  pid_t id() const { return id_; }

  /// Kills the process immediately.
  void kill();
  /// Waits for its end and describes it: "killed by signal 9 (Killed)", "ended with exit code 3".
  /// Kills a process that does not end within seconds. One that still does not end, because the
  /// driver holds it, is abandoned: "stuck after it was killed".
  std::string ending();
  /// Whether it has exited with code 0.
  bool ended_well();

 private:
  bool reap_within(std::chrono::milliseconds patience);

  pid_t id_ = -1;
  int socket_ = -1;
  bool reaped_ = false;
  int status_ = 0;  // From waitpid, after it was reaped.
  bool stuck_ = false;
};

}  // namespace warpmark::processes
