#include "simt/memory/memory_budget.hpp"

#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t mib = 1 << 20;

// What a machine of 1 MiB says of a launch, or "".
std::string launched(interpreter& machine, const std::string& body, std::uint32_t blocks = 1) {
  const auto handle = machine.load(kernel_around(body), "k");
  const auto memory = machine.allocate(256 << 10);
  machine.upload(memory, std::vector<std::byte>(256 << 10));
  std::string error;
  try {
    machine.launch_with(handle, {.grid = {blocks}, .block = {32}}, memory, memory);
    machine.synchronize();
  } catch (const device_memory_error& thrown) {
    error = thrown.what();
  }
  machine.release(memory);
  return error;
}

interpreter limited_to(std::uint64_t bytes) {
  return interpreter(
      {.host_threads = 1, .host_memory_bytes = bytes, .memory_advice = "--less takes less"});
}

TEST(memory_budget, covers_allocations_until_they_are_released) {
  interpreter machine = limited_to(mib);
  for (int i = 0; i < 3; ++i) {
    const auto memory = machine.allocate(700 << 10);
    try {
      machine.allocate(300 << 10);
      FAIL();
    } catch (const device_memory_error& error) {
      EXPECT_STREQ(error.what(),
                   "simt: this needs more than the 1 MiB of host memory that the interpreter may "
                   "take; --less takes less");
    }
    machine.release(memory);
  }
  // A bit for each byte says whether it was written.
  EXPECT_THROW(machine.allocate(mib - (100 << 10)), device_memory_error);
}

// Each thread reads bytes of 8 KiB, so that all of the buffer has access histories by byte.
const char* const reads_bytes =
    "mul.wide.u32 %rd8, %r1, 8192;\nadd.s64 %rd8, %rd1, %rd8;\nmov.u32 %r2, 0;\n"
    "L: ld.global.u8 %rs1, [%rd8];\nadd.s64 %rd8, %rd8, 4096;\nadd.u32 %r2, %r2, 1;\n"
    "setp.lt.u32 %p1, %r2, 2;\n@%p1 bra L;";

TEST(memory_budget, covers_what_checks_remember_of_a_launch) {
  interpreter small = limited_to(mib);
  EXPECT_NE(launched(small, reads_bytes), "");
  // What one launch took is free again for the next.
  interpreter large = limited_to(6 * mib);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(launched(large, reads_bytes), "");
}

TEST(memory_budget, covers_resident_blocks) {
  const std::string waits =
      ".local .align 4 .b8 mine[4096];\nst.local.u32 [mine], %r1;\nred.global.add.u32 [%rd1], 1;\n"
      "mov.u32 %r5, %nctaid.x;\nshl.b32 %r5, %r5, 5;\n"
      "L: ld.acquire.gpu.global.u32 %r4, [%rd1];\nsetp.lt.u32 %p2, %r4, %r5;\n@%p2 bra L;";
  interpreter machine = limited_to(2 * mib);
  EXPECT_EQ(launched(machine, waits, 2), "");
  EXPECT_NE(launched(machine, waits, 40), "");
}

TEST(memory_budget, covers_prints) {
  interpreter machine({.host_threads = 1, .host_memory_bytes = mib, .printed = nullptr});
  const std::string prints = R"(.global .align 1 .b8 text[100] = {)" + [] {
    std::string bytes;
    for (int i = 0; i < 98; ++i) bytes += "65, ";
    return bytes + "10, 0";
  }() + "};\n.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n";
  const auto handle = machine.load(
      kernel_around("mov.u32 %r2, 0;\nL:\n{ .param .b64 a; .param .b64 b; .param .b32 r;\n"
                    "mov.u64 %rd8, text; cvta.global.u64 %rd8, %rd8;\nst.param.b64 [a], %rd8;\n"
                    "st.param.b64 [b], 0;\ncall.uni (r), vprintf, (a, b); }\n"
                    "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 250;\n@%p1 bra L;",
                    prints),
      "k");
  machine.launch_with(handle, {.grid = {2}, .block = {32}}, std::uint64_t{0}, std::uint64_t{0});
  EXPECT_THROW(machine.synchronize(), device_memory_error);
}

}  // namespace
}  // namespace warpmark::simt
