#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "simt/errors.hpp"
#include "simt/interpreter.hpp"

namespace warpmark::simt {

/// A kernel k(out, in) around `body`. %r1 is tid.x, %rd4 is &out[tid], %rd5 is &in[tid] (4-byte
/// elements), %rd1 and %rd2 are out and in; "bytes" is 4096 bytes of shared memory.
inline std::string kernel_around(const std::string& body, const std::string& before = "") {
  return ".version 9.0\n.target sm_90\n.address_size 64\n.file 1 \"kernel.cu\"\n" + before +
         R"(
.visible .entry k(.param .u64 out, .param .u64 in)
{
.reg .pred %p<32>; .reg .b16 %rs<32>; .reg .b32 %r<64>; .reg .f32 %f<32>;
.reg .b64 %rd<64>; .reg .f64 %fd<32>;
.shared .align 16 .b8 bytes[4096];
ld.param.u64 %rd1, [out];
ld.param.u64 %rd2, [in];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 4;
add.s64 %rd4, %rd1, %rd3;
add.s64 %rd5, %rd2, %rd3;
mov.u64 %rd6, bytes;
add.s64 %rd7, %rd6, %rd3;
)" + body +
         "\nret;\n}\n";
}

/// The results of one launch of a kernel.
struct outcome {
  std::vector<std::uint32_t> out;
  std::map<std::string, std::uint64_t> counters;
  std::vector<finding> findings;
  std::vector<launch_phases> phases;
  std::optional<model::modelled_time> modelled;

  std::uint64_t operator[](const char* name) const { return counters.at(name); }
  bool has(const std::string& kind) const {
    for (const auto& finding : findings)
      if (finding.kind == kind) return true;
    return false;
  }
};

struct run_options {
  std::uint32_t blocks = 1, threads = 32, cluster = 1;
  std::size_t words = 4096;  ///< Of out.
  unsigned host_threads = 1;
  std::uint64_t step_limit = std::uint64_t{1} << 24;
  bool phases = false;
  std::uint64_t schedule = 0;  ///< The seed; see interpreter::set_schedule().
};

/// Runs the kernel with in[i] = i, out zeroed. Throws what the backend throws.
inline outcome run_kernel(const std::string& ptx, const run_options& run_options = {}) {
  interpreter machine({.host_threads = run_options.host_threads,
                       .step_limit = run_options.step_limit,
                       .phases = run_options.phases});
  machine.set_schedule(run_options.schedule);
  const auto handle = machine.load(ptx, "k");
  std::vector<std::uint32_t> in(4096);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = i;
  outcome result;
  result.out.resize(run_options.words);
  const auto to = machine.allocate(run_options.words * 4), from = machine.allocate(in.size() * 4);
  machine.upload(from, std::as_bytes(std::span(in)));
  machine.upload(to, std::as_bytes(std::span(result.out)));
  machine.begin_execution();
  machine.launch_with(handle,
                      {.grid = {run_options.blocks},
                       .block = {run_options.threads},
                       .cluster = {run_options.cluster}},
                      to, from);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result.out)), to);
  result.counters = machine.take_counters().named();
  result.findings = machine.take_findings();
  result.phases = machine.take_phases();
  result.modelled = machine.modelled_time();
  return result;
}

inline outcome run_body(const std::string& body, const run_options& run_options = {}) {
  return run_kernel(kernel_around(body), run_options);
}

/// out[0] of a body that leaves its result in %r10.
inline std::uint32_t word(const std::string& body) {
  return run_body(body + "\nst.global.u32 [%rd4], %r10;").out[0];
}
/// Of a body that leaves it in %rd10.
inline std::uint64_t wide(const std::string& body) {
  const auto out = run_body(body + "\nst.global.u64 [%rd1], %rd10;").out;
  return out[0] | (std::uint64_t{out[1]} << 32);
}
inline float real(const std::string& body) {
  return std::bit_cast<float>(run_body(body + "\nst.global.f32 [%rd1], %f10;").out[0]);
}
inline double real_wide(const std::string& body) {
  const auto out = run_body(body + "\nst.global.f64 [%rd1], %fd10;").out;
  return std::bit_cast<double>(out[0] | (std::uint64_t{out[1]} << 32));
}

}  // namespace warpmark::simt
