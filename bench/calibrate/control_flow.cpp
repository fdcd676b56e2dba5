#include <fmt/format.h>

#include "bench/calibrate/experiments.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr const char* control_file = "control.cuh";
constexpr int unrolled = 64;  // The guards in an iteration of chase_guard.

// The cycles of one warp of `kernel`(first, second, cycles, end).
double chain_cycles(kernel_timer& lab, const char* kernel, std::uint32_t first,
                    std::uint32_t second) {
  guarded_buffer out(lab.machine(), 16);
  const auto given = arguments(first, second, out.address(), out.address() + 8);
  lab.load(control_file, kernel);
  return lab.median_cycles([&] { lab.launch(control_file, kernel, 1, 32, given); }, out.address());
}

}  // namespace

void measure_control_flow(kernel_timer& lab, record& into) {
  constexpr std::uint32_t odd = 1, addend = 3;
  const int steps = into.steps(2048);
  const int guards = unrolled / 16 * steps;  // whole iterations
  const double addition = into.get("integer_latency_cycles");
  const double guard =
      chain_cycles(lab, "chase_guard", static_cast<std::uint32_t>(guards), odd) / guards - addition;
  into.set(
      "guard_latency_cycles", guard,
      fmt::format("measured: {} additions, each guarded by a comparison of the last sum, minus "
                  "integer_latency_cycles",
                  guards));
  into.set(
      "jump_latency_cycles",
      chain_cycles(lab, "chase_jump", static_cast<std::uint32_t>(steps) * addend, addend) / steps -
          addition - guard,
      fmt::format("measured: {} iterations of a loop that ends at a sum, minus "
                  "integer_latency_cycles and guard_latency_cycles",
                  steps));
}

}  // namespace warpmark::calibrate
