#include "bench/backends/host/cache_sweeper.hpp"

#include <atomic>

namespace warpmark::host {

void cache_sweeper::sweep(flush_lines leaving) {
  constexpr std::size_t words_per_line = 8;
  words_.resize(2 * last_level_bytes_ / sizeof(std::uint64_t) + words_per_line, 1);
  if (leaving == flush_lines::dirty) {
    for (std::size_t i = 0; i < words_.size(); i += words_per_line) ++words_[i];
    // Prevents the compiler from delaying stores.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return;
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < words_.size(); i += words_per_line) sum += words_[i];
  sum_ = sum;
}

}  // namespace warpmark::host
