#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

namespace warpmark::simt {

/// A limit on launches, or their consumption: warp instructions of all of them together, and CPU
/// seconds of this process, which do not depend on the host's other load.
struct execution_amount {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t warp_instructions = unlimited;
  double seconds = std::numeric_limits<double>::infinity();
};

/// Counts what launches issue after start() and detects when a limit is exceeded. Blocks of one
/// launch add to it from several threads.
class execution_meter {
 public:
  void start(const execution_amount& limits);

  /// Replaces the limit of warp instructions, of all since start(). excess() ends with `reason`.
  void limit(std::uint64_t warp_instructions, const std::string& reason);

  /// Adds warp instructions; false if a limit is exceeded.
  bool add(std::uint64_t warp_instructions);

  /// Forgets all warp instructions after the first `warp_instructions`: they will be issued again.
  void go_back_to(std::uint64_t warp_instructions) { issued_ = warp_instructions; }

  execution_amount used() const;

  /// Whether more than half of the warp instructions have been issued.
  bool is_half_spent() const { return issued_ > limits_.warp_instructions / 2; }

  /// "took more than 5 s", "issued more than 1000 warp instructions": which limit was exceeded.
  std::string excess() const;

 private:
  execution_amount limits_;
  std::string reason_;
  double begin_s_ = 0;
  std::atomic<std::uint64_t> issued_ = 0;
};

}  // namespace warpmark::simt
