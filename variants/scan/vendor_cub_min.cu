// CUB's scans by minimum.

#include <cuda/functional>

#include "variants/scan/shared/vendor_cub.cuh"

namespace warpmark::vendor {
namespace {

struct minimum {
  static constexpr bool has_wide_indices = false;
  template <class T>
  using operation = cuda::minimum<>;
  template <class T>
  static constexpr T initial() {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
  }
};

}  // namespace

const scan_entry* scan_minima() { return scans_of<minimum>; }

}  // namespace warpmark::vendor
