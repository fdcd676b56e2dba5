#pragma once

// The common part of the files of S10: CUB's scan for one element type and operator.

#include <cub/device/device_scan.cuh>
#include <cuda/std/limits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

#include "variants/vendor/cub_count.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace warpmark::vendor {

/// The instantiations for an element type, with one operator.
struct scan_entry {
  const char* type;
  cub_scan inclusive;
  cub_scan exclusive;
};

/// The table of each operator ends with an entry without type.
const scan_entry* scan_sums();
const scan_entry* scan_minima();
const scan_entry* scan_maxima();
const scan_entry* scan_recurrences();

template <class T>
inline constexpr bool is_small_float =
    std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;

/// `Op` has a function object `operation<T>` and the neutral element `initial<T>()`. CUB keeps
/// partial results in the type that the operation has of initial value and element, or of two
/// elements if there is no initial value: float for 16-bit floats, as the family requires, needs
/// one.
template <class T, class Op, bool inclusive, class Count>
int scan_of(void* temporary, std::size_t* temporary_bytes, const void* input, void* output, Count n,
            void* stream) {
  const auto* from = static_cast<const T*>(input);
  auto* to = static_cast<T*>(output);
  const typename Op::template operation<T> op{};
  const auto initial = Op::template initial<T>();
  auto* on = static_cast<cudaStream_t>(stream);
  if constexpr (!inclusive)
    return cub::DeviceScan::ExclusiveScan(temporary, *temporary_bytes, from, to, op, initial, n,
                                          on);
  else if constexpr (is_small_float<T>)
    return cub::DeviceScan::InclusiveScanInit(temporary, *temporary_bytes, from, to, op, initial, n,
                                              on);
  else
    return cub::DeviceScan::InclusiveScan(temporary, *temporary_bytes, from, to, op, n, on);
}

/// Operators without wide indices are for arrays whose length fits an int.
template <class T, class Op, bool inclusive>
int scan(void* temporary, std::size_t* temporary_bytes, const void* input, void* output,
         std::uint64_t n, void* stream) {
  const auto with_count = [&](auto count) -> int {
    if constexpr (sizeof count == sizeof(std::int32_t) || Op::has_wide_indices)
      return scan_of<T, Op, inclusive>(temporary, temporary_bytes, input, output, count, stream);
    else
      return cudaErrorInvalidValue;
  };
  return with_narrowest_count<std::uint64_t>(n, with_count);
}

template <class T, class Op>
constexpr scan_entry entry_for(const char* type) {
  return {type, scan<T, Op, true>, scan<T, Op, false>};
}

/// The table of an operator over all element types.
template <class Op>
inline constexpr scan_entry scans_of[] = {entry_for<signed char, Op>("i8"),
                                          entry_for<unsigned char, Op>("u8"),
                                          entry_for<short, Op>("i16"),
                                          entry_for<unsigned short, Op>("u16"),
                                          entry_for<int, Op>("i32"),
                                          entry_for<unsigned, Op>("u32"),
                                          entry_for<long long, Op>("i64"),
                                          entry_for<unsigned long long, Op>("u64"),
                                          entry_for<__half, Op>("f16"),
                                          entry_for<__nv_bfloat16, Op>("bf16"),
                                          entry_for<float, Op>("f32"),
                                          entry_for<double, Op>("f64"),
                                          {}};

}  // namespace warpmark::vendor
