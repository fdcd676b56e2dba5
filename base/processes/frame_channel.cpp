#include "base/processes/frame_channel.hpp"

#include <cstdint>
#include <cstring>
#include <unistd.h>

#include "base/processes/socket_bytes.hpp"

namespace warpmark::processes {
namespace {

using size_field = std::uint64_t;

void append_size(std::string& to, std::size_t value) {
  const size_field size = value;
  to.append(reinterpret_cast<const char*>(&size), sizeof size);
}

size_field take_size(std::string_view& from) {
  if (from.size() < sizeof(size_field)) throw channel_closed("a truncated message");
  size_field size = 0;
  std::memcpy(&size, from.data(), sizeof size);
  from.remove_prefix(sizeof size);
  return size;
}

frame_channel::frame fields_of(std::string_view body) {
  frame_channel::frame fields;
  while (!body.empty()) {
    const size_field size = take_size(body);
    if (size > body.size()) throw channel_closed("a truncated message");
    fields.emplace_back(body.substr(0, size));
    body.remove_prefix(size);
  }
  return fields;
}

}  // namespace

frame_channel::~frame_channel() { ::close(socket_); }

// Its size, then the size and the bytes of each field.
void frame_channel::send(const frame& fields) {
  std::size_t body_bytes = 0;
  for (const auto& field : fields) body_bytes += sizeof(size_field) + field.size();
  std::string text;
  text.reserve(sizeof(size_field) + body_bytes);
  append_size(text, body_bytes);
  for (const auto& item : fields) {
    append_size(text, item.size());
    text += item;
  }
  send_bytes(socket_, text);
}

std::optional<frame_channel::frame> frame_channel::receive(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (received_.size() >= sizeof(size_field)) {
      std::string_view text = received_;
      const size_field body_bytes = take_size(text);
      if (text.size() >= body_bytes) {
        frame fields = fields_of(text.substr(0, body_bytes));
        received_.erase(0, sizeof(size_field) + body_bytes);
        return fields;
      }
    }
    if (receive_bytes(socket_, deadline, received_) == arrival::nothing) return std::nullopt;
  }
}

}  // namespace warpmark::processes
