#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/vector_clones.hpp"
#include "simt/execution/lane_context.hpp"
#include "simt/instructions/instruction.hpp"

// Loops over the lanes of a warp. A full warp takes a loop without branches, which the compiler
// vectorises; a partial one visits the bits of its mask.

namespace warpmark::simt {

/// 8- and 16-bit values are stored in 32-bit slots.
template <class T>
using slot_of = std::conditional_t<sizeof(T) < 4, std::uint32_t, T>;

template <class T>
inline T* lanes_at(lane_context& context, std::uint32_t offset) {
  return reinterpret_cast<T*>(context.registers + offset);
}

/// The lanes of `mask` in which the instruction's guard holds.
inline std::uint32_t active_lanes(const lane_context& context, const instruction& in,
                                  std::uint32_t mask) {
  const auto guard = *reinterpret_cast<const std::uint32_t*>(context.registers + in.guard);
  return mask & (guard ^ in.guard_flip);
}

template <class F>
inline void for_each_lane(std::uint32_t mask, F&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

// A destination may be one of the sources; there is no dependence between lanes.
#define WARPMARK_EVERY_LANE _Pragma("GCC ivdep") for (unsigned lane = 0; lane < 32; ++lane)

template <class F, class D, class A>
WARPMARK_VECTOR_CLONES void unary(lane_context& context, const instruction& in,
                                  std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  const auto at = [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(static_cast<D>(F::apply(static_cast<A>(a[lane]))));
  };
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE at(lane);
  } else {
    for_each_lane(active, at);
  }
}

template <class F, class D, class A, class B = A>
WARPMARK_VECTOR_CLONES void binary(lane_context& context, const instruction& in,
                                   std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  const auto* b = lanes_at<slot_of<B>>(context, in.op[2]);
  const auto at = [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(
        static_cast<D>(F::apply(static_cast<A>(a[lane]), static_cast<B>(b[lane]))));
  };
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE at(lane);
  } else {
    for_each_lane(active, at);
  }
}

template <class F, class D, class A, class B = A, class C = A>
WARPMARK_VECTOR_CLONES void ternary(lane_context& context, const instruction& in,
                                    std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  const auto* b = lanes_at<slot_of<B>>(context, in.op[2]);
  const auto* c = lanes_at<slot_of<C>>(context, in.op[3]);
  const auto at = [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(static_cast<D>(
        F::apply(static_cast<A>(a[lane]), static_cast<B>(b[lane]), static_cast<C>(c[lane]))));
  };
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE at(lane);
  } else {
    for_each_lane(active, at);
  }
}

// The same without a loop for full warps: for what kernels rarely do or the compiler cannot
// vectorise.

template <class F, class D, class A>
void rare_unary(lane_context& context, const instruction& in, std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(static_cast<D>(F::apply(static_cast<A>(a[lane]))));
  });
}

template <class F, class D, class A, class B = A>
void rare_binary(lane_context& context, const instruction& in, std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  const auto* b = lanes_at<slot_of<B>>(context, in.op[2]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(
        static_cast<D>(F::apply(static_cast<A>(a[lane]), static_cast<B>(b[lane]))));
  });
}

template <class F, class D, class A, class B = A, class C = A>
void rare_ternary(lane_context& context, const instruction& in, std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  const auto* b = lanes_at<slot_of<B>>(context, in.op[2]);
  const auto* c = lanes_at<slot_of<C>>(context, in.op[3]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(static_cast<D>(
        F::apply(static_cast<A>(a[lane]), static_cast<B>(b[lane]), static_cast<C>(c[lane]))));
  });
}

template <class F, class D, class A, class B, class C, class E>
void rare_quaternary(lane_context& context, const instruction& in, std::uint32_t active) {
  auto* d = lanes_at<slot_of<D>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<A>>(context, in.op[1]);
  const auto* b = lanes_at<slot_of<B>>(context, in.op[2]);
  const auto* c = lanes_at<slot_of<C>>(context, in.op[3]);
  const auto* e = lanes_at<slot_of<E>>(context, in.op[4]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = static_cast<slot_of<D>>(F::apply(static_cast<A>(a[lane]), static_cast<B>(b[lane]),
                                               static_cast<C>(c[lane]), static_cast<E>(e[lane])));
  });
}

/// The mask of the lanes in which `F` holds for a and b.
template <class F, class A>
inline std::uint32_t compare_lanes(const slot_of<A>* a, const slot_of<A>* b, std::uint32_t active) {
  // Always all lanes: the results of some take longer, bit by bit, and branches would be
  // mispredicted.
  std::uint32_t result = 0;
  alignas(32) std::uint8_t holds[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    holds[lane] = F::apply(static_cast<A>(a[lane]), static_cast<A>(b[lane])) ? 1 : 0;
  for (unsigned part = 0; part < 4; ++part) {
    // Gathers the low bit of eight bytes into one byte.
    std::uint64_t eight;
    __builtin_memcpy(&eight, holds + 8 * part, 8);
    result |= static_cast<std::uint32_t>((eight * 0x0102040810204080ull) >> 56) << (8 * part);
  }
  return result & active;
}

}  // namespace warpmark::simt
