// Any text as PTX: parsed, laid out and decoded, for each of its kernels.

#include <string>
#include <string_view>

#include "bench/backends/simt_backend.hpp"
#include "simt/ptx/parser.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

void load_all(std::string_view text) {
  using namespace warpmark;
  const simt::ptx_module module = simt::parse_ptx(text);
  simt_backend machine({.host_threads = 1, .memory_bytes = std::uint64_t{1} << 24});
  compiler::compiled_kernel kernel;
  kernel.ptx = text;
  for (const auto& [name, function] : module.functions) {
    if (!function.entry) continue;
    kernel.lowered_name = name;
    try {
      machine.load(kernel);
    } catch (const device_error&) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    load_all({reinterpret_cast<const char*>(data), size});
  } catch (const warpmark::device_error&) {
  }
  return 0;
}
