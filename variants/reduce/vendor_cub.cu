// The device side of R22: CUB's reduction for the element types and operators of the family.

#include <cstring>
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

#include "variants/vendor/cub_count.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_reduction;

// CUB keeps partial results in the type of initial value + element: float for 16-bit floats, as the
// family requires.
template <class T>
inline constexpr bool is_small_float =
    std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;

struct sum {
  template <class T>
  using operation = cuda::std::plus<std::conditional_t<is_small_float<T>, float, void>>;
  template <class T>
  static constexpr auto initial() {
    return std::conditional_t<is_small_float<T>, float, T>(0);
  }
};

// DeviceReduce::Min begins with the largest finite value; the family's minimum of an empty input is
// infinite if the type has infinities.
struct minimum {
  template <class T>
  using operation = cuda::minimum<>;
  template <class T>
  static constexpr T initial() {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
  }
};

struct maximum {
  template <class T>
  using operation = cuda::maximum<>;
  template <class T>
  static constexpr T initial() {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
};

template <class T, class Op>
int reduce(void* temporary, std::size_t* temporary_bytes, const void* input, void* output,
           std::uint64_t n, void* stream) {
  const auto with_count = [&](auto count) {
    return cub::DeviceReduce::Reduce(temporary, *temporary_bytes, static_cast<const T*>(input),
                                     static_cast<T*>(output), count,
                                     typename Op::template operation<T>{},
                                     Op::template initial<T>(), static_cast<cudaStream_t>(stream));
  };
  return warpmark::vendor::with_narrowest_count<std::uint64_t>(n, with_count);
}

// The family's layout of an element and its index.
template <class T>
struct extremum {
  long long index;
  T value;
};

template <class T>
int argmin(void* temporary, std::size_t* temporary_bytes, const void* input, void* output,
           std::uint64_t n, void* stream) {
  auto* found = static_cast<extremum<T>*>(output);
  return cub::DeviceReduce::ArgMin(temporary, *temporary_bytes, static_cast<const T*>(input),
                                   &found->value, &found->index, static_cast<long long>(n),
                                   static_cast<cudaStream_t>(stream));
}

struct entry {
  const char* type;
  const char* op;
  cub_reduction function;
};

// All instantiations.
constexpr entry entries[] = {
    {"i8", "sum", reduce<signed char, sum>},
    {"i8", "min", reduce<signed char, minimum>},
    {"i8", "max", reduce<signed char, maximum>},
    {"u8", "sum", reduce<unsigned char, sum>},
    {"u8", "min", reduce<unsigned char, minimum>},
    {"u8", "max", reduce<unsigned char, maximum>},
    {"i16", "sum", reduce<short, sum>},
    {"i16", "min", reduce<short, minimum>},
    {"i16", "max", reduce<short, maximum>},
    {"u16", "sum", reduce<unsigned short, sum>},
    {"u16", "min", reduce<unsigned short, minimum>},
    {"u16", "max", reduce<unsigned short, maximum>},
    {"i32", "sum", reduce<int, sum>},
    {"i32", "min", reduce<int, minimum>},
    {"i32", "max", reduce<int, maximum>},
    {"i32", "argmin", argmin<int>},
    {"u32", "sum", reduce<unsigned, sum>},
    {"u32", "min", reduce<unsigned, minimum>},
    {"u32", "max", reduce<unsigned, maximum>},
    {"u32", "argmin", argmin<unsigned>},
    {"i64", "sum", reduce<long long, sum>},
    {"i64", "min", reduce<long long, minimum>},
    {"i64", "max", reduce<long long, maximum>},
    {"i64", "argmin", argmin<long long>},
    {"u64", "sum", reduce<unsigned long long, sum>},
    {"u64", "min", reduce<unsigned long long, minimum>},
    {"u64", "max", reduce<unsigned long long, maximum>},
    {"u64", "argmin", argmin<unsigned long long>},
    {"f16", "sum", reduce<__half, sum>},
    {"f16", "min", reduce<__half, minimum>},
    {"f16", "max", reduce<__half, maximum>},
    {"bf16", "sum", reduce<__nv_bfloat16, sum>},
    {"bf16", "min", reduce<__nv_bfloat16, minimum>},
    {"bf16", "max", reduce<__nv_bfloat16, maximum>},
    {"f32", "sum", reduce<float, sum>},
    {"f32", "min", reduce<float, minimum>},
    {"f32", "max", reduce<float, maximum>},
    {"f32", "argmin", argmin<float>},
    {"f64", "sum", reduce<double, sum>},
    {"f64", "min", reduce<double, minimum>},
    {"f64", "max", reduce<double, maximum>},
    {"f64", "argmin", argmin<double>},
};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_reduction warpmark_cub_reduce(
    const char* type, const char* op) {
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0 && std::strcmp(candidate.op, op) == 0)
      return candidate.function;
  return nullptr;
}
