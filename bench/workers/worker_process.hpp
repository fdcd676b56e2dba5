#pragma once

#include <string>
#include <vector>

#include "base/processes/socket_process.hpp"
#include "bench/workers/line_channel.hpp"

namespace warpmark::workers {

/// The descriptor on which a worker finds its channel.
inline constexpr int worker_socket = processes::channel_socket;

/// A child process that runs this program as a worker, and the channel to it.
class worker_process : public processes::socket_process {
 public:
  /// Starts `command`, whose first word is the program's path. Throws std::system_error.
  explicit worker_process(const std::vector<std::string>& command)
      : socket_process(command), channel_(take_socket()) {}

  line_channel& channel() { return channel_; }

 private:
  line_channel channel_;
};

}  // namespace warpmark::workers
