#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/statistics/philox.hpp"

namespace warpmark {

/// Which samples of a point are verified, at random: few, since an oracle may take far longer than
/// a sample.
class sample_audits {
 public:
  explicit sample_audits(std::uint64_t seed) : random_(seed) {}

  /// Whether the sample that was just taken is verified.
  bool due() {
    constexpr std::size_t most = 8;
    constexpr std::uint64_t one_of = 4;
    if (made_ == most || random_.below(one_of) != 0) return false;
    ++made_;
    return true;
  }

 private:
  statistics::random_stream random_;
  std::size_t made_ = 0;
};

}  // namespace warpmark
