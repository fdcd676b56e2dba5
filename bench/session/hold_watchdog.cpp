#include "bench/session/hold_watchdog.hpp"

#include <utility>

namespace warpmark::session {

hold_watchdog::hold_watchdog(std::function<void()> release, std::chrono::milliseconds limit)
    : release_(std::move(release)), limit_(limit), thread_([this] { watch(); }) {}

hold_watchdog::~hold_watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ending_changed_.notify_one();
  thread_.join();
}

void hold_watchdog::call_begins() {
  const std::lock_guard lock(mutex_);
  released_ = false;
  began_ = clock::now();
}

bool hold_watchdog::call_ends() {
  const std::lock_guard lock(mutex_);
  began_.reset();
  return released_;
}

// Looks now and then instead of being woken for each call, which would take time of the host.
void hold_watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    ending_changed_.wait_for(lock, limit_ / 4);
    if (ending_ || released_ || !began_ || clock::now() - *began_ < limit_) continue;
    // Under the lock, so that the call cannot end, and the stream be held for the next one.
    release_();
    released_ = true;
  }
}

}  // namespace warpmark::session
