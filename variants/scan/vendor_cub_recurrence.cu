// CUB's scans by the composition of affine maps. CUB converts the elements that it loads to maps,
// the type of partial results, and maps to the results that it stores.

#include "variants/scan/shared/vendor_cub.cuh"

namespace warpmark::vendor {
namespace {

template <class T>
struct affine {
  using word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
  word scale, offset;

  affine() = default;
  __host__ __device__ constexpr affine(word scaled, word added) : scale(scaled), offset(added) {}
  __host__ __device__ constexpr affine(T element)
      : scale(word(element) | 1), offset(word(element)) {}
  __host__ __device__ constexpr operator T() const { return T(offset); }
};

template <class T>
struct compose {
  __host__ __device__ affine<T> operator()(affine<T> first, affine<T> then) const {
    return {first.scale * then.scale, then.scale * first.offset + then.offset};
  }
};

template <class T>
struct recurrence {
  static constexpr bool has_wide_indices = false;
  template <class Element>
  using operation = compose<Element>;
  template <class Element>
  static constexpr affine<T> initial() {
    return {1, 0};
  }
};

template <class T>
constexpr scan_entry recurrence_of(const char* type) {
  return entry_for<T, recurrence<T>>(type);
}

constexpr scan_entry recurrences[] = {recurrence_of<signed char>("i8"),
                                      recurrence_of<unsigned char>("u8"),
                                      recurrence_of<short>("i16"),
                                      recurrence_of<unsigned short>("u16"),
                                      recurrence_of<int>("i32"),
                                      recurrence_of<unsigned>("u32"),
                                      recurrence_of<long long>("i64"),
                                      recurrence_of<unsigned long long>("u64"),
                                      {}};

}  // namespace

const scan_entry* scan_recurrences() { return recurrences; }

}  // namespace warpmark::vendor
