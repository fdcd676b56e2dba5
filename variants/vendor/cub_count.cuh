#pragma once

#include <cstdint>
#include <cuda/std/limits>
#include <cuda_runtime_api.h>

namespace warpmark::vendor {

/// Calls `call` with n as an int if that holds it, else as a `Wide`: the type of the count selects
/// the width of CUB's indices, and users pass int while it suffices.
template <class Wide, class Call>
int with_narrowest_count(std::uint64_t n, Call&& call) {
  constexpr std::uint64_t largest_int = cuda::std::numeric_limits<std::int32_t>::max();
  if (n <= largest_int) return call(static_cast<std::int32_t>(n));
  return call(static_cast<Wide>(n));
}

}  // namespace warpmark::vendor
