#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/simt/simt_fixture.hpp"

// A product of a warp group with operands of known layouts, and the same product by a plain loop.

namespace warpmark::simt {

/// An element type of wgmma, with exact conversions of small integers.
struct wgmma_type {
  const char* name;
  unsigned bits;
  unsigned depth;
  std::uint32_t (*encode)(int value);
};

inline std::uint32_t encode_with(int value, unsigned mantissa, unsigned bias, unsigned bits) {
  if (value == 0) return 0;
  const unsigned magnitude = static_cast<unsigned>(std::abs(value));
  const unsigned exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
  const std::uint32_t fraction = (magnitude << mantissa >> exponent) & ((1u << mantissa) - 1);
  return (value < 0 ? 1u << (bits - 1) : 0) | (exponent + bias) << mantissa | fraction;
}
inline constexpr wgmma_type wgmma_f16{"f16", 16, 16,
                                      [](int v) { return encode_with(v, 10, 15, 16); }};
inline constexpr wgmma_type wgmma_bf16{"bf16", 16, 16,
                                       [](int v) { return encode_with(v, 7, 127, 16); }};
inline constexpr wgmma_type wgmma_tf32{"tf32", 32, 8,
                                       [](int v) { return encode_with(v, 23, 127, 32); }};
inline constexpr wgmma_type wgmma_e4m3{"e4m3", 8, 32,
                                       [](int v) { return encode_with(v, 3, 7, 8); }};
inline constexpr wgmma_type wgmma_e5m2{"e5m2", 8, 32,
                                       [](int v) { return encode_with(v, 2, 15, 8); }};
inline constexpr wgmma_type wgmma_s8{"s8", 8, 32,
                                     [](int v) { return static_cast<std::uint32_t>(v) & 0xff; }};
inline constexpr wgmma_type wgmma_u8{"u8", 8, 32,
                                     [](int v) { return static_cast<std::uint32_t>(v) & 0xff; }};

/// Where the elements of a matrix with so many lines (rows of A, columns of B) are.
struct stored_layout {
  unsigned swizzle = 128;  ///< Bytes; 16 for none.
  bool mn_major = false;
  std::uint32_t begin = 0, leading = 0, stride = 0;

  static stored_layout packed(unsigned swizzle, bool mn_major, std::uint32_t begin,
                              unsigned lines) {
    stored_layout to{swizzle, mn_major, begin, 16, 8 * swizzle};
    if (swizzle == 16 && !mn_major) to.leading = lines / 8 * 128, to.stride = 128;
    if (swizzle == 16 && mn_major) to.leading = lines / 8 * 128, to.stride = 128;
    if (swizzle != 16 && mn_major) to.leading = 16 * swizzle, to.stride = 8 * swizzle;
    return to;
  }

  std::uint64_t descriptor() const {
    const std::uint64_t mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : swizzle == 32 ? 3 : 0;
    return begin >> 4 | std::uint64_t{leading >> 4} << 16 | std::uint64_t{stride >> 4} << 32 |
           mode << 62;
  }

  /// The byte of an element, by the strides of the canonical layouts: ((8, m), (T, 2)) for K-major,
  /// ((T, swizzle / 16, m), (8, k)) for MN-major.
  std::uint32_t byte_of(unsigned line, unsigned k, unsigned bits) const {
    const unsigned element = bits / 8, t = 16 / element, pieces = swizzle / 16;
    std::uint32_t at = begin;
    if (!mn_major) {
      at += line % 8 * swizzle + line / 8 * stride;
      at += k % t * element + k / t * (swizzle == 16 ? leading : 16);
    } else {
      at += line % t * element + line / t % pieces * 16;
      at += line / t / pieces * (swizzle == 16 ? stride : leading);
      at += k % 8 * swizzle + k / 8 * (swizzle == 16 ? leading : stride);
    }
    // Swizzle<1, 2 or 3, 4, 3>: as many bits from 2^7 on are added without carry to those at 2^4.
    return at ^ (at >> 3 & (swizzle - 16));
  }
};

/// One product: D = A B + D, or A B.
struct wgmma_case {
  wgmma_type type = wgmma_f16;
  std::string sums = "f32";
  unsigned columns = 8;
  bool a_in_registers = false;
  stored_layout a = stored_layout::packed(128, false, 0, 64);
  stored_layout b = stored_layout::packed(128, false, 16384, 8);
  int scale_a = 1, scale_b = 1;
  bool accumulates = true;
  const char* before = "";  ///< The product: instead of the fence.
};

inline constexpr unsigned wgmma_image_bytes = 49152, wgmma_threads = 128;

inline bool is_float_type(const wgmma_type& type) {
  return type.name[0] != 's' && type.name[0] != 'u';
}

/// k(out, in): `in` is the shared memory, then four registers of A and 128 of D for each thread.
inline std::string wgmma_ptx(const wgmma_case& of) {
  const unsigned registers = of.columns / 2 / (of.sums == "f16" ? 2 : 1);
  std::ostringstream text;
  text << ".version 8.7\n.target sm_90a\n.address_size 64\n"
       << ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
       << ".shared .align 1024 .b8 tile[" << wgmma_image_bytes << "];\n"
       << ".reg .b64 %out, %in, %at, %a, %b; .reg .b32 %thread, %i, %to, %x, %r<4>, %d<128>;\n"
       << ".reg .pred %p;\nld.param.u64 %out, [out]; ld.param.u64 %in, [in];\n"
       << "mov.u32 %thread, %tid.x; mov.u32 %i, %thread;\n"
       << "F: mul.wide.u32 %at, %i, 4; add.u64 %at, %at, %in; ld.global.u32 %x, [%at];\n"
       << "shl.b32 %to, %i, 2; st.shared.u32 [%to], %x; add.u32 %i, %i, 128;\n"
       << "setp.lt.u32 %p, %i, " << wgmma_image_bytes / 4 << "; @%p bra F;\n"
       << "mul.wide.u32 %at, %thread, 528; add.u64 %at, %at, %in;\n";
  for (unsigned i = 0; i < 4; ++i)
    text << "ld.global.u32 %r" << i << ", [%at+" << wgmma_image_bytes + 4 * i << "];\n";
  for (unsigned i = 0; i < registers; ++i)
    text << "ld.global.u32 %d" << i << ", [%at+" << wgmma_image_bytes + 16 + 4 * i << "];\n";
  text << "mov.u64 %a, " << of.a.descriptor() << "; mov.u64 %b, " << of.b.descriptor() << ";\n"
       << "setp." << (of.accumulates ? "eq" : "ne") << ".u32 %p, %thread, %thread;\n"
       << "fence.proxy.async; bar.sync 0;\nwgmma.fence.sync.aligned;\n"
       << "wgmma.mma_async.sync.aligned.m64n" << of.columns << "k" << of.type.depth << "."
       << of.sums << "." << of.type.name << "." << of.type.name << " {";
  for (unsigned i = 0; i < registers; ++i) text << (i ? ", %d" : "%d") << i;
  text << "}, " << (of.a_in_registers ? "{%r0, %r1, %r2, %r3}" : "%a") << ", %b, %p";
  if (is_float_type(of.type)) text << ", " << of.scale_a << ", " << of.scale_b;
  if (of.type.bits == 16) {
    if (!of.a_in_registers) text << ", " << of.a.mn_major;
    text << ", " << of.b.mn_major;
  }
  text << ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
       << "mul.wide.u32 %at, %thread, 512; add.u64 %out, %out, %at;\n";
  for (unsigned i = 0; i < registers; ++i)
    text << "st.global.u32 [%out+" << 4 * i << "], %d" << i << ";\n";
  text << "ret;\n}\n";
  return text.str();
}

/// The answer: 128 registers of each thread.
struct wgmma_answer {
  std::vector<std::uint32_t> registers;
  std::vector<finding> findings;
  std::map<std::string, std::uint64_t> counters;
};

inline wgmma_answer run_wgmma(const std::string& ptx, const std::vector<std::byte>& in,
                              unsigned threads = wgmma_threads) {
  interpreter machine({.host_threads = 1});
  const auto kernel = machine.load(ptx, "k");
  wgmma_answer result;
  result.registers.resize(std::size_t{threads} * 128);
  const auto from = machine.allocate(in.size()), to = machine.allocate(result.registers.size() * 4);
  machine.upload(from, in);
  machine.upload(to, std::as_bytes(std::span(result.registers)));
  machine.launch_with(kernel, {.grid = {1}, .block = {threads}}, to, from);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result.registers)), to);
  result.findings = machine.take_findings();
  result.counters = machine.take_counters().named();
  return result;
}

}  // namespace warpmark::simt
