// Any text as the metadata that Triton keeps beside its PTX.

#include <string_view>

#include "base/usage_error.hpp"
#include "bench/inspect/ptx_launch.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    warpmark::inspect::parse_triton_metadata({reinterpret_cast<const char*>(data), size}, "k.json");
  } catch (const warpmark::usage_error&) {
  }
  return 0;
}
