#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

namespace warpmark::sampling {

/// A device's energy, and how far it has come with what was enqueued.
class energy_meter {
 public:
  virtual ~energy_meter() = default;

  /// Why neither the counter nor the power can belong to this device alone, as a clause; empty if
  /// they do.
  virtual std::string missing() const { return ""; }

  /// The energy since an arbitrary start, in mJ. The device updates it about ten times per second.
  /// Empty if there is no counter.
  virtual std::optional<std::uint64_t> counter_mj() = 0;

  /// The current power; empty if it cannot be read.
  virtual std::optional<double> power_w() = 0;

  /// Marks the end of the work enqueued so far. At most max_marks may be pending.
  virtual void mark() = 0;
  static constexpr std::size_t max_marks = 8;

  /// The number of marks that the device has not reached. Does not wait. Throws device_error if the
  /// work failed.
  virtual std::size_t pending_marks() = 0;

  /// Wall time in seconds from an arbitrary start.
  virtual double now_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  virtual void wait(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

}  // namespace warpmark::sampling
