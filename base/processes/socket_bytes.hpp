#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace warpmark::processes {

/// Sends all bytes. Throws channel_closed.
void send_bytes(int socket, std::string_view bytes);

enum class arrival { bytes, nothing, interrupted };

/// Appends what has arrived to `to`; waits for it until the deadline, or until a signal interrupts.
/// Throws channel_closed.
arrival receive_bytes(int socket, std::chrono::steady_clock::time_point deadline, std::string& to);

}  // namespace warpmark::processes
