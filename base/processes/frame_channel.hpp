#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/processes/channel_closed.hpp"

namespace warpmark::processes {

/// Messages of byte strings over an owned socket. Both sides are the same program.
class frame_channel {
 public:
  using frame = std::vector<std::string>;

  explicit frame_channel(int socket) : socket_(socket) {}
  ~frame_channel();
  frame_channel(const frame_channel&) = delete;
  frame_channel& operator=(const frame_channel&) = delete;

  /// Throws channel_closed.
  void send(const frame& fields);

  /// The next message, if it arrives within `patience`. Throws channel_closed.
  std::optional<frame> receive(std::chrono::milliseconds patience);

 private:
  int socket_;
  std::string received_;
};

}  // namespace warpmark::processes
