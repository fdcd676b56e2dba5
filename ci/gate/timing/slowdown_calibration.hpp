#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmark::gate {

/// Finds how many planted steps make a kernel slower by a wanted share, from measured ratios. Work
/// that hides behind loads costs nothing at first, so the answer is approached, not computed.
class slowdown_calibration {
 public:
  /// `slowdown` > 0: 0.02 is 2 %.
  explicit slowdown_calibration(double slowdown) : slowdown_(slowdown) {}

  /// To be measured next, or what was found.
  std::uint64_t steps() const { return steps_; }

  /// The ratio of times, head over base, with steps().
  void measured(double ratio);

  /// Whether there is no sense in going on: so much work without effect is not executed at all.
  bool has_failed() const { return steps_ > max_steps; }

  /// Whether steps() cost what is wanted to within a tenth, as the mean of three measurements.
  bool found() const { return found_; }

 private:
  static constexpr std::uint64_t max_steps = 1'000'000;  // Some milliseconds of a thread.

  void move(double effect);

  double slowdown_;
  std::uint64_t steps_ = 64;
  double sum_ = 0;          // Of the effects seen with steps_ …
  std::size_t seen_ = 0;    // … and how many.
  std::uint64_t low_ = 0;   // Too few …
  double low_effect_ = 0;   // … and what they cost.
  std::uint64_t high_ = 0;  // Too many; 0: none is known.
  double high_effect_ = 0;
  bool found_ = false;
};

}  // namespace warpmark::gate
