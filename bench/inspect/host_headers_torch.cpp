#include <algorithm>
#include <array>

#include "bench/inspect/host_header_tables.hpp"

namespace warpmark::inspect {
namespace {

constexpr std::array torch_folders = {"torch/", "ATen/", "c10/", "pybind11/", "caffe2/"};

// Half and BFloat16 compute in float and round after each operation, as PyTorch's do. Accessors
// have its members in its order, since they are kernel parameters.
constexpr const char* torch_types_text = R"(#pragma once
#include <stdint.h>
#include <math.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_HOST_DEVICE __host__ __device__
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_CUDA_KERNEL_LAUNCH_CHECK()
#define CUDA_KERNEL_ASSERT(condition) ((condition) ? static_cast<void>(0) : __trap())
namespace c10 {
template <class storage, class tag> struct alignas(2) rounded_float {
  unsigned short x;
  rounded_float() = default;
  __device__ rounded_float(float value) : x(tag::bits(value)) {}
  __device__ rounded_float(const storage& value) : x(tag::bits(static_cast<float>(value))) {}
  __device__ operator float() const { return tag::value(x); }
  __device__ operator storage() const { return storage(tag::value(x)); }
};
struct half_bits {
  static __device__ unsigned short bits(float f) { return __half_as_ushort(__float2half_rn(f)); }
  static __device__ float value(unsigned short x) { return __half2float(__ushort_as_half(x)); }
};
struct bfloat16_bits {
  static __device__ unsigned short bits(float f) {
    return __bfloat16_as_ushort(__float2bfloat16_rn(f));
  }
  static __device__ float value(unsigned short x) {
    return __bfloat162float(__ushort_as_bfloat16(x));
  }
};
using Half = rounded_float<__half, half_bits>;
using BFloat16 = rounded_float<__nv_bfloat16, bfloat16_bits>;
#define WARPMARK_ROUNDED_OPERATOR(op)                                                             \
  template <class S, class B>                                                                     \
  __device__ rounded_float<S, B> operator op(rounded_float<S, B> a, rounded_float<S, B> b) {      \
    return static_cast<float>(a) op static_cast<float>(b);                                        \
  }                                                                                               \
  template <class S, class B>                                                                     \
  __device__ float operator op(rounded_float<S, B> a, float b) {                                  \
    return static_cast<float>(a) op b;                                                            \
  }                                                                                               \
  template <class S, class B>                                                                     \
  __device__ float operator op(float a, rounded_float<S, B> b) {                                  \
    return a op static_cast<float>(b);                                                            \
  }                                                                                               \
  template <class S, class B>                                                                     \
  __device__ rounded_float<S, B>& operator op##=(rounded_float<S, B>& a, rounded_float<S, B> b) { \
    return a = a op b;                                                                            \
  }
WARPMARK_ROUNDED_OPERATOR(+)
WARPMARK_ROUNDED_OPERATOR(-)
WARPMARK_ROUNDED_OPERATOR(*)
WARPMARK_ROUNDED_OPERATOR(/)
#undef WARPMARK_ROUNDED_OPERATOR
#define WARPMARK_COMPARISON(op)                                                   \
  template <class S, class B>                                                     \
  __device__ bool operator op(rounded_float<S, B> a, rounded_float<S, B> b) {     \
    return static_cast<float>(a) op static_cast<float>(b);                        \
  }                                                                               \
  template <class S, class B>                                                     \
  __device__ bool operator op(rounded_float<S, B> a, float b) {                   \
    return static_cast<float>(a) op b;                                            \
  }                                                                               \
  template <class S, class B>                                                     \
  __device__ bool operator op(float a, rounded_float<S, B> b) {                   \
    return a op static_cast<float>(b);                                            \
  }
WARPMARK_COMPARISON(<)
WARPMARK_COMPARISON(>)
WARPMARK_COMPARISON(<=)
WARPMARK_COMPARISON(>=)
WARPMARK_COMPARISON(==)
WARPMARK_COMPARISON(!=)
#undef WARPMARK_COMPARISON
template <class S, class B> __device__ rounded_float<S, B> operator-(rounded_float<S, B> a) {
  return -static_cast<float>(a);
}
}  // namespace c10
namespace at {
using c10::BFloat16;
using c10::Half;
class Tensor;
template <class T> struct DefaultPtrTraits { typedef T* PtrType; };
template <class T> struct RestrictPtrTraits { typedef T* __restrict__ PtrType; };
template <class T, int N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
struct TensorAccessor {
  typename Traits<T>::PtrType data_;
  const I *sizes_, *strides_;
  __device__ TensorAccessor(typename Traits<T>::PtrType data, const I* sizes, const I* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __device__ I size(I i) const { return sizes_[i]; }
  __device__ I stride(I i) const { return strides_[i]; }
  __device__ typename Traits<T>::PtrType data() const { return data_; }
  __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I i) const {
    return {data_ + strides_[0] * i, sizes_ + 1, strides_ + 1};
  }
};
template <class T, template <class> class Traits, class I> struct TensorAccessor<T, 1, Traits, I> {
  typename Traits<T>::PtrType data_;
  const I *sizes_, *strides_;
  __device__ TensorAccessor(typename Traits<T>::PtrType data, const I* sizes, const I* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __device__ I size(I i) const { return sizes_[i]; }
  __device__ I stride(I i) const { return strides_[i]; }
  __device__ typename Traits<T>::PtrType data() const { return data_; }
  __device__ T& operator[](I i) const { return data_[strides_[0] * i]; }
};
template <class T, int N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
struct GenericPackedTensorAccessor {
  typename Traits<T>::PtrType data_;
  I sizes_[N], strides_[N];
  __device__ I size(I i) const { return sizes_[i]; }
  __device__ I stride(I i) const { return strides_[i]; }
  __device__ typename Traits<T>::PtrType data() const { return data_; }
  __device__ decltype(auto) operator[](I i) const {
    return TensorAccessor<T, N, Traits, I>(data_, sizes_, strides_)[i];
  }
};
template <class T, int N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, int N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T> struct OpMathType { using type = T; };
template <> struct OpMathType<Half> { using type = float; };
template <> struct OpMathType<BFloat16> { using type = float; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T, bool> struct AccumulateType : OpMathType<T> {};
template <class T, bool on_device> using acc_type = typename AccumulateType<T, on_device>::type;
namespace cuda { namespace detail {
constexpr int max_dimensions = 25;
template <class T, class I> struct TensorInfo {
  T* data;
  I sizes[max_dimensions], strides[max_dimensions];
  int dims;
  __host__ __device__ bool isContiguous() const { return dims == 1 && strides[0] == 1; }
};
template <class T, class I, int dimensions> struct IndexToOffset {
  static __host__ __device__ I get(I element, const TensorInfo<T, I>& of) {
    I offset = 0;
    for (int i = (dimensions == -1 ? of.dims : dimensions) - 1; i > 0; --i) {
      offset += element % of.sizes[i] * of.strides[i];
      element /= of.sizes[i];
    }
    return offset + element * of.strides[0];
  }
};
}}
namespace native {}
}  // namespace at
namespace torch { using namespace at; namespace autograd {} namespace indexing {} }
template <class T>
__device__ T WARP_SHFL(T x, int lane, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_sync(mask, x, lane, width);
}
template <class T>
__device__ T WARP_SHFL_XOR(T x, int lanes, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_xor_sync(mask, x, lanes, width);
}
template <class T>
__device__ T WARP_SHFL_UP(T x, unsigned by, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_up_sync(mask, x, by, width);
}
template <class T>
__device__ T WARP_SHFL_DOWN(T x, unsigned by, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_down_sync(mask, x, by, width);
}
)";

}  // namespace

std::string torch_header(std::string_view name) {
  const bool is_stubbed =
      std::any_of(torch_folders.begin(), torch_folders.end(),
                  [&](std::string_view folder) { return name.starts_with(folder); });
  if (!is_stubbed) return {};
  return name.starts_with("pybind11/") ? "namespace pybind11 {}\n"
                                       : "#include <warpmark/torch_types.h>\n";
}

std::string torch_types() { return torch_types_text; }

}  // namespace warpmark::inspect
