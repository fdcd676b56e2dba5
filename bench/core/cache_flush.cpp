#include "bench/core/cache_flush.hpp"

#include <array>

#include "bench/core/embedded_kernels.hpp"

namespace warpmark {

cache_flush::cache_flush(backend& machine, compiler::kernel_compiler& compile, flush_lines leaving)
    : machine_(machine), scratch_(machine, 2 * machine.device().l2_bytes.value_or(0)) {
  if (scratch_.size_bytes() == 0) return;
  // All words are even: flush_clean would write if it read an odd one.
  machine.fill(scratch_.address(), scalar_argument::of(std::uint32_t{2}),
               scratch_.size_bytes() / sizeof(std::uint32_t));
  kernel_ = load_embedded_kernel(
      machine, compile, "ceilings/flush.cuh",
      leaving == flush_lines::clean ? "ceilings::flush_clean" : "ceilings::flush_dirty");
}

void cache_flush::enqueue() {
  constexpr std::size_t vector_bytes = 16;
  constexpr std::uint32_t block_threads = 1024;
  constexpr int blocks_per_multiprocessor = 2;
  if (scratch_.size_bytes() == 0) return;
  const auto blocks = static_cast<std::uint32_t>(machine_.device().limits.multiprocessors *
                                                 blocks_per_multiprocessor);
  const std::array arguments{
      scalar_argument::of(scratch_.address()),
      scalar_argument::of(std::uint64_t{scratch_.size_bytes() / vector_bytes}),
      scalar_argument::of(++value_)};
  machine_.launch(kernel_, {.grid = {blocks}, .block = {block_threads}}, arguments);
}

}  // namespace warpmark
