// Any bytes as a file with PTX or machine code: fat binaries, ELF files, PTX texts, and the names
// in them.

#include <string>
#include <string_view>

#include "base/compressed_block.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/linked_cubin.hpp"
#include "bench/compiler/program_code.hpp"
#include "bench/compiler/ptx/find_name.hpp"
#include "bench/compiler/ptx/image.hpp"
#include "bench/compiler/ptx/outline.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpmark;
  using namespace warpmark::compiler;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t max_block_bytes = 1 << 16;
  compression::decompress_lz4_block(bytes, std::min(4 * size, max_block_bytes));
  try {
    const auto code = program_code::of_bytes(std::string(bytes), "input");
    for (const auto& kernel : code.kernels()) {
      const auto cubin = code.cubin_of(kernel);
      linked_cubin(cubin).code(kernel.name);
    }
  } catch (const usage_error&) {
  }
  try {
    ptx_targets(bytes);
    for (const auto& text : ptx_modules(bytes, {.number = 90})) {
      const ptx_outline outline(text);
      outline.text_of(outline.entries());
      if (!outline.entries().empty()) outline.text_of({outline.entries().front()});
      find_name(outline.entries(), outline.version(), "kernel");
    }
  } catch (const usage_error&) {
  }
  return 0;
}
