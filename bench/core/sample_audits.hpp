#pragma once

#include <algorithm>
#include <cstdint>

#include "bench/statistics/philox.hpp"

namespace warpmark {

/// Which samples of a point are verified, at random: few, since an oracle may take far longer than
/// a sample.
class sample_audits {
 public:
  explicit sample_audits(std::uint64_t seed) : random_(seed) {}

  /// Whether the sample that was just taken is verified: one of four at first, later fewer, but
  /// never none: about 20 of 1000.
  bool due() {
    constexpr std::uint64_t at_first = 4;
    return random_.below(std::max<std::uint64_t>(at_first, ++taken_ / at_first)) == 0;
  }

 private:
  statistics::random_stream random_;
  std::uint64_t taken_ = 0;
};

}  // namespace warpmark
