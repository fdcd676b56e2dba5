// Interprets a kernel from its PTX: buffers in, counters and findings out.

#include <iostream>
#include <numeric>

#include "simt/interpreter.hpp"

// out[i] = a[i] + b[i], without a check that i < n.
constexpr const char* ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 out) {
  .reg .b32 %r<6>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [out];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.s32 %r1, %r1, %r2, %r3;
  mul.wide.u32 %rd4, %r1, 4;
  add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd2, %rd4; add.s64 %rd7, %rd3, %rd4;
  ld.global.u32 %r4, [%rd5]; ld.global.u32 %r5, [%rd6];
  add.s32 %r4, %r4, %r5;
  st.global.u32 [%rd7], %r4;
  ret;
})";

int main() {
  warpmark::simt::interpreter device;
  std::vector<int> numbers(250);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto size = numbers.size() * sizeof(int);
  const auto a = device.allocate(size), b = device.allocate(size), out = device.allocate(size);
  device.upload(a, std::as_bytes(std::span(numbers)));
  device.upload(b, std::as_bytes(std::span(numbers)));
  device.launch_with(device.load(ptx, "add"), {.grid = {2}, .block = {128}}, a, b, out);
  device.synchronize();
  device.download(std::as_writable_bytes(std::span(numbers)), out);
  std::cout << "out[249] = " << numbers[249] << "\n";
  for (const auto& [name, value] : device.take_counters().named())
    if (value != 0) std::cout << name << " = " << value << "\n";
  for (const auto& finding : device.take_findings()) std::cout << finding.message << "\n";
}
