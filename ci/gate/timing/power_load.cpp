#include "ci/gate/timing/power_load.hpp"

#include <array>
#include <cstdint>

#include "bench/core/embedded_kernels.hpp"
#include "bench/sampling/stopwatch.hpp"

namespace warpmark::gate {
namespace {

constexpr std::size_t memory_bytes = std::size_t{256} << 20;  // Larger than any L2.
constexpr std::uint32_t heating_threads = 1024;
constexpr std::uint32_t heating_blocks_per_multiprocessor = 2;
constexpr int rounds_per_launch = 2000;  // About 10 ms.

}  // namespace

power_load::power_load(backend& machine, compiler::kernel_compiler& compile)
    : machine_(machine),
      memory_(machine, memory_bytes),
      kernel_(load_embedded_kernel(machine, compile, "ceilings/heat.cuh", "ceilings::heat")) {
  memory_.clear();
}

void power_load::heat(double seconds) {
  const auto multiprocessors = static_cast<std::uint32_t>(machine_.device().limits.multiprocessors);
  const launch_shape whole_card{.grid = {multiprocessors * heating_blocks_per_multiprocessor},
                                .block = {heating_threads}};
  const stopwatch since_start;
  while (since_start.seconds() < seconds) {
    machine_.launch(kernel_, whole_card,
                    std::array{scalar_argument::of(memory_.address()),
                               scalar_argument::of(std::uint64_t{memory_bytes / 16}),
                               scalar_argument::of(rounds_per_launch)});
    machine_.synchronize();
  }
}

}  // namespace warpmark::gate
