#include <algorithm>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/calibrate/experiments.hpp"
#include "bench/calibrate/templates.hpp"
#include "bench/statistics/quantile.hpp"

namespace warpmark::calibrate {
namespace {

constexpr const char* empty_kernel = "nothing";
constexpr const char* dependent_kernel = "nothing_dependent";

// Nanoseconds per additional block of `threads` in a large grid.
double block_ns(kernel_timer& lab, const record& into, const char* kernel, std::uint32_t threads) {
  const int blocks = into.steps(1 << 16);
  return lab.slope_ns(
      [&](int count) {
        lab.launch(traffic_file, kernel, static_cast<std::uint32_t>(count), threads, {});
      },
      blocks, 8 * blocks);
}

// An empty kernel, and what a kernel that stores a word takes beyond it. In turns, since the time
// of a launch drifts by as much as they differ.
void measure_one_launch(kernel_timer& lab, record& into) {
  constexpr int rounds = 5;
  const device_pointer word = lab.machine().allocate(4);
  const auto given = arguments(word);
  std::vector<double> empty_ns, body_ns;
  for (int i = 0; i < rounds; ++i) {
    empty_ns.push_back(
        lab.median_ns([&] { lab.launch(traffic_file, empty_kernel, 1, 32, {}); }, true));
    body_ns.push_back(
        lab.median_ns([&] { lab.launch(traffic_file, "store_one", 1, 32, given); }, true) -
        empty_ns.back());
  }
  lab.machine().release(word);
  into.set("launch_floor_ns", statistics::median(empty_ns),
           "measured: one empty kernel between two events, L2 flushed before");
  into.set("kernel_body_ns", statistics::median(body_ns),
           "measured: a kernel that stores a word minus an empty one, L2 flushed before");
}

void measure_dependent_launches(kernel_timer& lab, record& into) {
  if (!has_dependent_launches(lab.machine().device().limits)) {
    const std::string source = "architecture: it has no dependent launches";
    into.set("dependent_next_ns", into.get("launch_next_ns"), source);
    into.set("dependent_block_ns", 0, source);
    return;
  }
  const auto kernels = [&](int count) {
    for (int i = 0; i < count; ++i)
      lab.launch(traffic_file, dependent_kernel, 1, 32, {}, /*programmatic=*/true);
  };
  into.set("dependent_next_ns", lab.slope_ns(kernels, 1, 17, true),
           "measured: 17 empty kernels that wait for the one before, launched as its dependents, "
           "minus one, divided by 16");
  into.set("dependent_block_ns",
           block_ns(lab, into, dependent_kernel, 32) - into.get("block_launch_ns"),
           "measured: as block_launch_ns, blocks with griddepcontrol minus those without");
}

// Full blocks with a chain long enough that only their number matters: the time of a wave minus
// that of the chain.
double block_turnover_ns(kernel_timer& lab, const record& into) {
  const device_limits& limits = lab.machine().device().limits;
  const auto wave = static_cast<std::uint32_t>(
      limits.multiprocessors * std::max(1, limits.max_threads_per_multiprocessor / 1024));
  const int steps = into.steps(512), max_waves = 17;
  const device_pointer ends = lab.machine().allocate(std::size_t{4} * wave * max_waves);
  const auto launch = [&](int waves, int chain) {
    lab.launch("turnover.cuh", "chain_blocks", static_cast<std::uint32_t>(waves) * wave, 1024,
               arguments(chain, 0.5f, ends));
  };
  const double wave_ns = lab.slope_ns([&](int waves) { launch(waves, steps); }, 1, max_waves);
  const double chain_ns = lab.slope_ns([&](int times) { launch(1, times * steps); }, 1, 9);
  lab.machine().release(ends);
  return wave_ns - chain_ns;
}

// The cost of fetching a KiB of code: the difference between a flushed and a warm L2.
// Machine instructions are 16 bytes long.
double code_fetch_ns_per_kib(kernel_timer& lab) {
  constexpr double kib_between = (4096 - 1024) * 16 / 1024.0;
  const device_pointer end = lab.machine().allocate(4);
  const auto given = arguments(0.5f, end);
  const auto time_ns = [&](int instructions, bool cold) {
    const template_instance kernel = templates::straight_code{.instructions = instructions};
    return lab.median_ns([&] { lab.launch(kernel, 1, 32, given); }, cold);
  };
  const double cold_ns = time_ns(4096, true) - time_ns(1024, true);
  const double kept_ns = time_ns(4096, false) - time_ns(1024, false);
  lab.machine().release(end);
  return (cold_ns - kept_ns) / kib_between;
}

}  // namespace

void measure_launching(kernel_timer& lab, record& into) {
  const auto kernels = [&](int count) {
    for (int i = 0; i < count; ++i) lab.launch(traffic_file, empty_kernel, 1, 32, {});
  };
  measure_one_launch(lab, into);
  into.set("launch_next_ns", lab.slope_ns(kernels, 1, 17, true),
           "measured: 17 empty kernels minus one, divided by 16");

  backend& machine = lab.machine();
  const device_pointer word = machine.allocate(4);
  const auto fills = [&](int count) {
    for (int i = 0; i < count; ++i) machine.fill(word, scalar_argument::of(std::uint32_t{0}), 1);
  };
  into.set("fill_next_ns", lab.slope_ns(fills, 1, 17, true),
           "measured: 17 fills of one word minus one, divided by 16");
  machine.release(word);

  into.set("code_fetch_ns_per_kib", code_fetch_ns_per_kib(lab),
           "measured: 48 KiB more of straight-line code, with and without L2 flushed before");
  into.set("block_launch_ns", block_ns(lab, into, empty_kernel, 32),
           "measured: empty kernels of many and of eight times as many blocks of 32 threads");
  into.set("block_turnover_ns", block_turnover_ns(lab, into),
           "measured: a wave of full blocks that wait for a chain, minus the chain");
  into.set("warp_launch_ns", block_ns(lab, into, empty_kernel, 1024) / 32,
           "measured: empty kernels of many and of eight times as many blocks of 1024 threads");
  measure_dependent_launches(lab, into);
}

}  // namespace warpmark::calibrate
