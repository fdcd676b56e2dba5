#include <array>

#include <fmt/format.h>

#include "bench/calibrate/experiments.hpp"
#include "bench/calibrate/templates.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr int chains = 4;

struct operation {
  const char* name;       ///< Prefix of the constants: NAME_latency_cycles, NAME_per_cycle.
  std::string step;       ///< Functor of kernels/calibrate/arithmetic.cuh.
  int instructions;       ///< Instructions per step.
  scalar_argument other;  ///< The kernel's second argument, in the step's type.
};

std::array<operation, 8> operations() {
  return {{{"integer", "integer_step", 2, scalar_argument::of(12345u)},
           {"float32", "float32_step", 1, scalar_argument::of(0.5f)},
           {"float64", "float64_step", 1, scalar_argument::of(0.5)},
           {"conversion", "conversion_step", 2, scalar_argument::of(0)},
           {"special", "special_step", 1, scalar_argument::of(0.0f)},
           {"shuffle", "shuffle_step", 1, scalar_argument::of(0u)},
           {"match", "match_step", 1, scalar_argument::of(0u)},
           {"logic", "logic_step", 2, scalar_argument::of(12345u)}}};
}

/// The cycles and the values that a block writes.
struct arithmetic_results {
  explicit arithmetic_results(backend& machine)
      : cycles(machine, 8), values(machine, full_block * 8) {}
  guarded_buffer cycles, values;
};

template_instance kernel_of(const operation& operation, int in_flight) {
  return templates::arithmetic{.Step = "calibrate::" + operation.step, .chains = in_flight};
}

double run(kernel_timer& lab, arithmetic_results& out, const operation& operation, int in_flight,
           std::uint32_t threads, int steps) {
  const auto given = arguments(steps, operation.other, out.cycles.address(), out.values.address());
  const template_instance kernel = kernel_of(operation, in_flight);
  return lab.median_cycles([&] { lab.launch(kernel, 1, threads, given); }, out.cycles.address());
}

// The clock frequency of a multiprocessor, from a chain that is timed both in cycles and by events.
void measure_clock(kernel_timer& lab, arithmetic_results& out, record& into) {
  const operation operation = operations()[1];
  const int few = into.steps(1 << 15), many = 8 * few;
  const template_instance kernel = kernel_of(operation, 1);
  const auto work = [&](int steps) {
    const auto given =
        arguments(steps, operation.other, out.cycles.address(), out.values.address());
    lab.launch(kernel, 1, 32, given);
  };
  const double cycles =
      run(lab, out, operation, 1, 32, many) - run(lab, out, operation, 1, 32, few);
  const double ns = lab.slope_ns(work, few, many) * (many - few);
  into.set("sm_clock_hz", cycles / ns * 1e9,
           "measured: cycles of a long chain of fma over its time by events");
}

}  // namespace

void measure_arithmetic(kernel_timer& lab, record& into) {
  arithmetic_results out(lab.machine());
  const int steps = into.steps(4096);
  for (const operation& operation : operations()) {
    const double alone = run(lab, out, operation, 1, 32, steps);
    into.set(fmt::format("{}_latency_cycles", operation.name),
             alone / steps / operation.instructions,
             fmt::format("measured: {} dependent steps of {} ({} each) in one warp", steps,
                         operation.step, operation.instructions));
    const double full = run(lab, out, operation, chains, full_block, steps);
    const double issued = 32.0 * chains * steps * operation.instructions;
    into.set(fmt::format("{}_per_cycle", operation.name), issued / full,
             fmt::format("measured: {} chains in each of 32 warps", chains));
  }
  measure_clock(lab, out, into);
}

}  // namespace warpmark::calibrate
