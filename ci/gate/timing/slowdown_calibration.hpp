#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmark::gate {

/// Finds the number of planted steps that makes a kernel slower by a given share, from measured
/// ratios. Loads hide small amounts of work, so the number is found by iteration.
class slowdown_calibration {
 public:
  /// `slowdown` > 0: 0.02 is 2 %.
  explicit slowdown_calibration(double slowdown) : slowdown_(slowdown) {}

  /// The number to measure next, or the result.
  std::uint64_t steps() const { return steps_; }

  /// The ratio of times, head over base, with steps().
  void measured(double ratio);

  /// Whether the calibration gave up: this much work without effect is not executed at all.
  bool has_failed() const { return steps_ > max_steps; }

  /// Whether the mean of three measurements with steps() is within a tenth of the target.
  bool found() const { return found_; }

 private:
  static constexpr std::uint64_t max_steps = 1'000'000;  // Some milliseconds per thread.

  void move(double effect);

  double slowdown_;
  std::uint64_t steps_ = 64;
  double sum_ = 0;          // Sum of the effects measured with steps_ …
  std::size_t seen_ = 0;    // … and their number.
  std::uint64_t low_ = 0;   // Too few …
  double low_effect_ = 0;   // … and their effect.
  std::uint64_t high_ = 0;  // Too many; 0 if unknown.
  double high_effect_ = 0;
  bool found_ = false;
};

}  // namespace warpmark::gate
