#include "base/processes/socket_bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

#include "base/processes/channel_closed.hpp"

namespace warpmark::processes {

void send_bytes(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw channel_closed(std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

arrival receive_bytes(int socket, std::chrono::steady_clock::time_point deadline, std::string& to) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  pollfd waiting{socket, POLLIN, 0};
  const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<long>(0, left.count())));
  if (ready < 0 && errno == EINTR) return arrival::interrupted;
  if (ready <= 0) return arrival::nothing;
  char bytes[1 << 16];
  const ssize_t count = ::recv(socket, bytes, sizeof bytes, 0);
  if (count < 0 && errno == EINTR) return arrival::interrupted;
  if (count <= 0) throw channel_closed("end of file");
  to.append(bytes, static_cast<std::size_t>(count));
  return arrival::bytes;
}

}  // namespace warpmark::processes
