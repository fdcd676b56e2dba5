#include <fmt/format.h>

#include "bench/calibrate/experiments.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr const char* on_chip_file = "on_chip.cuh";
constexpr int requests_a_step = 8;  // of load_shared and add_shared

struct on_chip_results {
  explicit on_chip_results(backend& machine) : cycles(machine, 8), sums(machine, full_block * 4) {}
  guarded_buffer cycles, sums;
};

double shared_wavefronts_per_cycle(kernel_timer& lab, const char* kernel, on_chip_results& out,
                                   int steps) {
  const auto given = arguments(steps, 32u, out.cycles.address(), out.sums.address());
  const double cycles = lab.median_cycles(
      [&] { lab.launch(on_chip_file, kernel, 1, full_block, given); }, out.cycles.address());
  return warps_of_full_block * requests_a_step * steps / cycles;
}

// `stride` in 16-byte vectors between lanes; 16 KiB fit in any L1.
double l1_sectors_per_cycle(kernel_timer& lab, on_chip_results& out, int steps, unsigned stride) {
  constexpr unsigned vectors = 1024;
  constexpr double sector_bytes = 32, bytes_a_request = 512;
  backend& machine = lab.machine();
  guarded_buffer data(machine, vectors * 16);
  machine.fill(data.address(), scalar_argument::of(std::uint32_t{1}), vectors * 4);
  const auto given =
      arguments(data.address(), vectors, stride, steps, out.cycles.address(), out.sums.address());
  const double cycles = lab.median_cycles(
      [&] { lab.launch(on_chip_file, "load_l1", 1, full_block, given); }, out.cycles.address());
  const double sectors_a_request = stride == 1 ? bytes_a_request / sector_bytes : 32;
  return warps_of_full_block * steps * sectors_a_request / cycles;
}

}  // namespace

void measure_on_chip_memory(kernel_timer& lab, record& into) {
  on_chip_results out(lab.machine());
  const int steps = into.steps(1024);
  into.set("shared_wavefronts_per_cycle",
           shared_wavefronts_per_cycle(lab, "load_shared", out, steps),
           "measured: loads without conflicts by 32 warps");
  into.set("shared_atomic_wavefronts_per_cycle",
           shared_wavefronts_per_cycle(lab, "add_shared", out, steps),
           "measured: integer additions without conflicts by 32 warps");
  into.set("l1_sectors_per_cycle", l1_sectors_per_cycle(lab, out, steps, 1),
           "measured: 16-byte loads of neighbouring lanes that hit L1, 32 warps");
  into.set("l1_lines_per_cycle", l1_sectors_per_cycle(lab, out, steps, 8),
           "measured: 16-byte loads that hit L1, each lane in a different line, 32 warps");
}

}  // namespace warpmark::calibrate
