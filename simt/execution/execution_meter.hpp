#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

namespace warpmark::simt {

/// What launches may do, or have done: warp instructions of all of them together, and seconds of
/// this process on the host's processors, which do not depend on what else the host does.
struct execution_amount {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t warp_instructions = unlimited;
  double seconds = std::numeric_limits<double>::infinity();
};

/// Counts what launches issue from start() on, and says when it is too much. Blocks of one launch
/// add to it from several threads.
class execution_meter {
 public:
  void start(const execution_amount& limits);

  /// Whether launches may go on after so many more warp instructions.
  bool add(std::uint64_t warp_instructions);

  execution_amount used() const;

  /// "took more than 5 s", "issued more than 1000 warp instructions": which limit was exceeded.
  std::string excess() const;

 private:
  execution_amount limits_;
  double begin_s_ = 0;
  std::atomic<std::uint64_t> issued_ = 0;
};

}  // namespace warpmark::simt
