#include "bench/workers/line_channel.hpp"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace warpmark::workers {

line_channel::~line_channel() { ::close(socket_); }

void line_channel::send(const journal::json& message) {
  const std::string line = message.dump() + "\n";
  std::size_t sent = 0;
  while (sent < line.size()) {
    const ssize_t now = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) throw channel_closed(std::strerror(errno));
    sent += static_cast<std::size_t>(now);
  }
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
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd waiting{socket_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<long>(0, left.count())));
    if (ready < 0 && errno == EINTR) return std::nullopt;  // A signal: the caller handles it.
    if (ready <= 0) return std::nullopt;
    char bytes[1 << 16];
    const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw channel_closed("end of file");
    received_.append(bytes, static_cast<std::size_t>(count));
  }
}

}  // namespace warpmark::workers
