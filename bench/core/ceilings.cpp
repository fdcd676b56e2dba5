#include "bench/core/ceilings.hpp"

#include <algorithm>
#include <array>

#include "bench/core/guarded_buffer.hpp"
#include "bench/statistics/sample_summary.hpp"
#include "kernels/embedded.hpp"

namespace warpmark {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;
constexpr std::uint32_t block_threads = 1024;
constexpr int blocks_per_multiprocessor = 4;

backend::module_handle load(backend& machine, compiler::kernel_compiler& compile,
                            const char* kernel) {
  constexpr const char* file = "ceilings/read.cuh";
  return machine.load(*compile.compile({.name = file,
                                        .source = std::string(kernels::text(file)),
                                        .expression = kernel,
                                        .architecture = machine.device().limits.architecture}));
}

double median_ns(const observation& seen) { return statistics::summarise(seen.samples_ns).median; }

double read_bytes_per_s(backend& machine, compiler::kernel_compiler& compile) {
  const auto scramble = load(machine, compile, "ceilings::scramble");
  const auto read_sum = load(machine, compile, "ceilings::read_sum");
  const std::size_t size_bytes =
      std::min<std::size_t>(most_bytes, machine.device().memory_bytes.value_or(most_bytes) / 4);
  const auto blocks = static_cast<std::uint32_t>(machine.device().limits.multiprocessors *
                                                 blocks_per_multiprocessor);
  const launch_shape shape{.grid = {blocks}, .block = {block_threads}};
  guarded_buffer data(machine, size_bytes);
  guarded_buffer sums(machine, std::size_t{4} * blocks * block_threads);

  const std::array fill{scalar_argument::of(data.address()),
                        scalar_argument::of(std::uint64_t{size_bytes / 4})};
  machine.launch(scramble, shape, fill);
  const std::array read{scalar_argument::of(data.address()), scalar_argument::of(sums.address()),
                        scalar_argument::of(std::uint64_t{size_bytes / 16})};
  // No flush: the data is far larger than any L2.
  const observation seen = machine.measure([&] { machine.launch(read_sum, shape, read); },
                                           {.precision = 0.002, .max_seconds = 0.5, .cold = false});
  return static_cast<double>(size_bytes) / median_ns(seen) * 1e9;
}

}  // namespace

measured_ceilings measure_ceilings(backend& machine, compiler::kernel_compiler& compile) {
  if (machine.interprets()) return {};
  const auto nothing = load(machine, compile, "ceilings::nothing");
  const observation floor =
      machine.measure([&] { machine.launch(nothing, {}, {}); }, {.max_seconds = 0.2});
  return {.read_bytes_per_s = read_bytes_per_s(machine, compile),
          .launch_floor_ns = median_ns(floor)};
}

}  // namespace warpmark
