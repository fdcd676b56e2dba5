// CUB's scans by maximum.

#include <cuda/functional>

#include "variants/scan/shared/vendor_cub.cuh"

namespace warpmark::vendor {
namespace {

struct maximum {
  static constexpr bool has_wide_indices = false;
  template <class T>
  using operation = cuda::maximum<>;
  template <class T>
  static constexpr T initial() {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
};

}  // namespace

const scan_entry* scan_maxima() { return scans_of<maximum>; }

}  // namespace warpmark::vendor
