#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warpmark::scan {

/// Passes of the shared-memory pipe that one request takes: the maximum over 32 banks of the number
/// of distinct words of 4 bytes. `words` holds one for each active lane; none is no request.
std::uint64_t wavefronts_of(const std::vector<std::uint64_t>& words);

/// The word of node i of a tree.
using placement = std::function<std::uint64_t(std::uint64_t)>;

/// i, i + i/32 or i + i/32 + i/1024, by the names of kernels/scan/padding.cuh.
placement placement_named(const std::string& padding);

/// Requests of warps, and passes that they take.
struct access_cost {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;

  access_cost& operator+=(const access_cost& other) {
    requests += other.requests;
    wavefronts += other.wavefronts;
    return *this;
  }
};

/// The cost of one access by threads [first, end) of a block, thread t to word(t).
access_cost access_by(std::uint64_t first, std::uint64_t end, const placement& word);

/// The cost of one sweep of Blelloch's tree in one access stream: all left children, or all right
/// ones, of every level.
struct sweep_cost {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::vector<std::uint64_t> degrees;  ///< Of the worst request of each step, up from the leaves.
};

enum class child { left, right };

/// Enumerates the sweep over `leaves` (a power of two from 2) with half as many threads.
sweep_cost sweep_of(std::uint64_t leaves, child side, const placement& place);

}  // namespace warpmark::scan
