// CUB's scans by addition.

#include <cuda/std/functional>

#include "variants/scan/shared/vendor_cub.cuh"

namespace warpmark::vendor {
namespace {

struct sum {
  static constexpr bool has_wide_indices = true;
  template <class T>
  using operation = cuda::std::plus<std::conditional_t<is_small_float<T>, float, void>>;
  template <class T>
  static constexpr auto initial() {
    return std::conditional_t<is_small_float<T>, float, T>(0);
  }
};

}  // namespace

const scan_entry* scan_sums() { return scans_of<sum>; }

}  // namespace warpmark::vendor
