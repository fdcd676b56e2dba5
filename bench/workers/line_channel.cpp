#include "bench/workers/line_channel.hpp"

#include <unistd.h>

#include "base/processes/socket_bytes.hpp"

namespace warpmark::workers {

line_channel::~line_channel() { ::close(socket_); }

void line_channel::send(const journal::json& message) {
  processes::send_bytes(socket_, message.dump() + "\n");
}

std::optional<journal::json> line_channel::take_line() {
  const auto end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  auto message = journal::json::parse(received_.substr(0, end), nullptr, false);
  if (!message.is_object()) throw channel_closed("a line that is not a JSON object");
  received_.erase(0, end + 1);
  return message;
}

std::optional<journal::json> line_channel::receive(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (auto message = take_line()) return message;
    // The caller handles a signal.
    if (processes::receive_bytes(socket_, deadline, received_) != processes::arrival::bytes)
      return std::nullopt;
  }
}

}  // namespace warpmark::workers
