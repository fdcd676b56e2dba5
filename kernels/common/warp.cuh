#pragma once

// The lanes of a warp, and shuffles of numbers and of structures of numbers. All lanes must call.

namespace warp {

constexpr unsigned all_lanes = 0xffffffffu;

// Applies f to v, or to each member of a structure: shuffle instructions exchange numbers.
template <class T, class F>
__device__ T each_part(T v, F f) {
  if constexpr (requires { v.each(f); })
    return v.each(f);
  else
    return f(v);
}

template <class T>
__device__ T shuffle_down(T v, int distance) {
  return each_part(v, [=](auto part) { return __shfl_down_sync(all_lanes, part, distance); });
}

template <class T>
__device__ T shuffle_up(T v, int distance) {
  return each_part(v, [=](auto part) { return __shfl_up_sync(all_lanes, part, distance); });
}

template <class T>
__device__ T shuffle_xor(T v, int mask) {
  return each_part(v, [=](auto part) { return __shfl_xor_sync(all_lanes, part, mask); });
}

template <class T>
__device__ T shuffle_from(T v, int lane) {
  return each_part(v, [=](auto part) { return __shfl_sync(all_lanes, part, lane); });
}

}  // namespace warp
