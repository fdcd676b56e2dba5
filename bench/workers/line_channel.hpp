#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/processes/channel_closed.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark::workers {

using processes::channel_closed;

/// JSON objects, one per line, over a socket. Owns the socket.
class line_channel {
 public:
  explicit line_channel(int socket) : socket_(socket) {}
  ~line_channel();
  line_channel(const line_channel&) = delete;
  line_channel& operator=(const line_channel&) = delete;

  /// Throws channel_closed.
  void send(const journal::json& message);

  /// The next message, if it arrives within `patience`. Throws channel_closed.
  std::optional<journal::json> receive(std::chrono::milliseconds patience);

  int socket() const { return socket_; }

 private:
  std::optional<journal::json> take_line();

  int socket_;
  std::string received_;
};

}  // namespace warpmark::workers
