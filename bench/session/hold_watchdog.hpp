#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace warpmark::session {

/// Ends a deadlock: a call that waits for a stream which is held until the call returns. The check
/// of conduct_of() finds such calls, unless they wait only now and then.
class hold_watchdog {
 public:
  /// `release` lets the stream go on, and is called from another thread, at most once per call.
  hold_watchdog(std::function<void()> release, std::chrono::milliseconds limit);
  ~hold_watchdog();
  hold_watchdog(const hold_watchdog&) = delete;
  hold_watchdog& operator=(const hold_watchdog&) = delete;

  void call_begins();
  /// Whether the stream was released during the call.
  bool call_ends();

 private:
  using clock = std::chrono::steady_clock;
  void watch();

  std::function<void()> release_;
  std::chrono::milliseconds limit_;
  std::mutex mutex_;
  std::condition_variable ending_changed_;
  std::optional<clock::time_point> began_;
  bool released_ = false;
  bool ending_ = false;
  std::thread thread_;  ///< Last, since it uses the other members.
};

}  // namespace warpmark::session
