// R22's other half: CUB's reduction for every element type and operator of the family.

#include <cstring>
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <type_traits>

#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_reduction;

struct sum {
  using operation = cuda::std::plus<>;
  template <class T>
  static constexpr T identity() {
    return T(0);
  }
};

// DeviceReduce::Min begins with the largest finite value; the family's minimum of nothing is
// infinite where the type has infinities.
struct minimum {
  using operation = cuda::minimum<>;
  template <class T>
  static constexpr T identity() {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
  }
};

struct maximum {
  using operation = cuda::maximum<>;
  template <class T>
  static constexpr T identity() {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
};

template <class T, class Op>
int reduce(void* temporary, std::size_t* temporary_bytes, const void* input, void* output,
           std::uint64_t n, void* stream) {
  const auto with_count = [&](auto count) {
    return cub::DeviceReduce::Reduce(temporary, *temporary_bytes, static_cast<const T*>(input),
                                     static_cast<T*>(output), count, typename Op::operation{},
                                     Op::template identity<T>(), static_cast<cudaStream_t>(stream));
  };
  // The type of the count decides how wide CUB's indices are; users pass int while it suffices.
  constexpr std::uint64_t largest_int = cuda::std::numeric_limits<std::int32_t>::max();
  if (n <= largest_int) return with_count(static_cast<std::int32_t>(n));
  return with_count(n);
}

struct entry {
  const char* type;
  const char* op;
  cub_reduction function;
};

// All that is instantiated.
constexpr entry entries[] = {
    {"i32", "sum", reduce<int, sum>},
    {"i32", "min", reduce<int, minimum>},
    {"i32", "max", reduce<int, maximum>},
    {"u32", "sum", reduce<unsigned, sum>},
    {"u32", "min", reduce<unsigned, minimum>},
    {"u32", "max", reduce<unsigned, maximum>},
    {"i64", "sum", reduce<long long, sum>},
    {"i64", "min", reduce<long long, minimum>},
    {"i64", "max", reduce<long long, maximum>},
    {"u64", "sum", reduce<unsigned long long, sum>},
    {"u64", "min", reduce<unsigned long long, minimum>},
    {"u64", "max", reduce<unsigned long long, maximum>},
    {"f32", "sum", reduce<float, sum>},
    {"f32", "min", reduce<float, minimum>},
    {"f32", "max", reduce<float, maximum>},
    {"f64", "sum", reduce<double, sum>},
    {"f64", "min", reduce<double, minimum>},
    {"f64", "max", reduce<double, maximum>},
};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_reduction warpmark_cub_reduce(
    const char* type, const char* op) {
  for (const entry& each : entries)
    if (std::strcmp(each.type, type) == 0 && std::strcmp(each.op, op) == 0) return each.function;
  return nullptr;
}
