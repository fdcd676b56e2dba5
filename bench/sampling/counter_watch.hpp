#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "bench/sampling/energy_meter.hpp"

namespace warpmark::sampling {

/// An update of the energy counter.
struct counter_update {
  double s = 0;          ///< When: the middle of the two readings around it.
  std::uint64_t mj = 0;  ///< The new value.
};

/// Reads the energy counter often enough to know when it changes: between its updates, its value is
/// as old as the last one.
class counter_watch {
 public:
  /// `meanwhile` is called before each reading.
  counter_watch(energy_meter& meter, std::function<void()> meanwhile);

  /// The first update at `earliest_s` or later. Empty if the counter cannot be read, or did not
  /// change for two seconds.
  std::optional<counter_update> next_update(double earliest_s);

  /// Whether the counter has decreased since the last call: it was reset, or has overflowed.
  bool take_decreased();

 private:
  energy_meter& meter_;
  std::function<void()> meanwhile_;
  std::optional<std::uint64_t> last_mj_;
  double last_s_ = 0;
  double last_change_s_ = 0;
  bool decreased_ = false;
};

}  // namespace warpmark::sampling
