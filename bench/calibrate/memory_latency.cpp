#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "bench/calibrate/experiments.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr const char* latency_file = "latency.cuh";
constexpr std::size_t line_bytes = 128, sector_bytes = 32;

// A ring through one link per cache line, in random order: link i of the result has the address of
// the next link.
std::vector<std::uint64_t> ring(device_pointer base, std::size_t lines) {
  std::vector<std::uint32_t> order(lines);
  std::iota(order.begin(), order.end(), 0u);
  std::uint64_t state = 1;
  for (std::size_t i = lines - 1; i > 0; --i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(order[i], order[(state >> 33) % (i + 1)]);
  }
  constexpr std::size_t words = line_bytes / sizeof(std::uint64_t);
  std::vector<std::uint64_t> links(lines * words);
  for (std::size_t i = 0; i < lines; ++i)
    links[order[i] * words] = base + order[(i + 1) % lines] * line_bytes;
  return links;
}

// A ring through every sector in ascending order.
std::vector<std::uint64_t> ascending_ring(device_pointer base, std::size_t sectors) {
  constexpr std::size_t words = sector_bytes / sizeof(std::uint64_t);
  std::vector<std::uint64_t> links(sectors * words);
  for (std::size_t i = 0; i < sectors; ++i)
    links[i * words] = base + (i + 1) % sectors * sector_bytes;
  return links;
}

struct chase {
  std::size_t size_bytes;
  bool cold;
  int warm_steps, steps;
  bool ascending = false;   ///< Consecutive sectors instead of lines in random order.
  std::uint32_t lanes = 1;  ///< Each walks from another place of the ring.
};

// The lanes' places on the ring: as far from each other as they walk.
std::vector<std::uint64_t> spread_starts(const std::vector<std::uint64_t>& links,
                                         device_pointer base, const chase& chase) {
  std::vector<std::uint64_t> places;
  std::uint64_t at = base;
  for (std::uint32_t lane = 0; lane < chase.lanes; ++lane) {
    places.push_back(at);
    for (int i = 0; i < std::max(chase.warm_steps, chase.steps); ++i)
      at = links[(at - base) / sizeof(std::uint64_t)];
  }
  return places;
}

double latency_cycles(kernel_timer& lab, const chase& chase) {
  backend& machine = lab.machine();
  guarded_buffer memory(machine, chase.size_bytes), out(machine, 16);
  guarded_buffer starts(machine, sizeof(std::uint64_t) * chase.lanes);
  const auto links = chase.ascending
                         ? ascending_ring(memory.address(), chase.size_bytes / sector_bytes)
                         : ring(memory.address(), chase.size_bytes / line_bytes);
  machine.upload(memory.address(), std::as_bytes(std::span(links)));
  const auto places = spread_starts(links, memory.address(), chase);
  machine.upload(starts.address(), std::as_bytes(std::span(places)));
  const auto given =
      arguments(starts.address(), chase.warm_steps, chase.steps, out.address(), out.address() + 8);
  lab.load(latency_file, "chase_global");
  const auto work = [&] { lab.launch(latency_file, "chase_global", 1, chase.lanes, given); };
  return lab.median_cycles(work, out.address(), chase.cold) / chase.steps;
}

// In a walk through cold sectors in order, one in `fetch / 32` waits for DRAM and the others hit
// the fetched data in L2.
double fetch_bytes(double ascending, double from_l2, double from_dram) {
  const double missing = (ascending - from_l2) / (from_dram - from_l2);
  double best = sector_bytes;
  for (const double value : {64.0, 128.0})
    if (std::abs(sector_bytes / value - missing) < std::abs(sector_bytes / best - missing))
      best = value;
  return best;
}

// Until the slowest of a full wave of blocks has its first words, in cycles.
double first_loads_cycles(kernel_timer& lab, bool cold) {
  constexpr std::uint32_t threads = 256;
  backend& machine = lab.machine();
  const auto blocks = static_cast<std::uint32_t>(machine.device().limits.multiprocessors);
  guarded_buffer words(machine, std::size_t{4} * threads * blocks), out(machine, 8 * (blocks + 1));
  machine.fill(words.address(), scalar_argument::of(std::uint32_t{0}), threads * blocks);
  const auto given = arguments(words.address(), out.address(), out.address() + 8 * blocks);
  lab.load(latency_file, "first_loads");
  return lab.median_cycles([&] { lab.launch(latency_file, "first_loads", blocks, threads, given); },
                           out.address(), cold, blocks);
}

// A chain of `kernel`(steps, cycles, end) in one block of `threads`.
double chain_cycles(kernel_timer& lab, const char* kernel, std::uint32_t threads, int steps) {
  guarded_buffer out(lab.machine(), 16);
  const auto given = arguments(steps, out.address(), out.address() + 8);
  return lab.median_cycles([&] { lab.launch(latency_file, kernel, 1, threads, given); },
                           out.address()) /
         steps;
}

// A chain of `kernel`(cell, steps, cycles, end) in one thread.
double cell_cycles(kernel_timer& lab, const char* kernel, int steps) {
  backend& machine = lab.machine();
  guarded_buffer cell(machine, 4), out(machine, 16);
  machine.fill(cell.address(), scalar_argument::of(std::uint32_t{0}), 1);
  const auto given = arguments(cell.address(), steps, out.address(), out.address() + 8);
  return lab.median_cycles([&] { lab.launch(latency_file, kernel, 1, 1, given); }, out.address()) /
         steps;
}

// A load by each of four blocks per multiprocessor of the words of 32 blocks, in cycles. Blocks
// store their words after each load for whose number `mask` has no bit.
double poll_cycles(kernel_timer& lab, int steps, std::uint32_t mask) {
  constexpr std::uint32_t warp = 32;
  backend& machine = lab.machine();
  const auto blocks = static_cast<std::uint32_t>(machine.device().limits.multiprocessors) * 4;
  const std::uint32_t words = blocks + warp;
  guarded_buffer cells(machine, sizeof(std::uint64_t) * words), sums(machine, 16), out(machine, 16);
  machine.fill(cells.address(), scalar_argument::of(std::uint32_t{0}), std::size_t{2} * words);
  machine.fill(sums.address(), scalar_argument::of(std::uint32_t{0}), 4);
  const auto given =
      arguments(cells.address(), steps, mask, sums.address(), out.address(), out.address() + 8);
  lab.load(latency_file, "poll_words");
  return lab.median_cycles([&] { lab.launch(latency_file, "poll_words", blocks, warp, given); },
                           out.address()) /
         steps;
}

// By how much the slowest of eight lines is expected to be later than the mean, in units of the
// spread: if they are equally likely to be anywhere in it, and if they are distributed
// exponentially.
constexpr double slowest_of_eight_uniform = 7.0 / 9.0;
constexpr double slowest_of_eight_exponential =
    1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5 + 1.0 / 6 + 1.0 / 7 + 1.0 / 8;

// From how much longer eight lanes wait for the slowest of their lines than one for its own.
void measure_spread(kernel_timer& lab, record& into, std::size_t l2_part, int steps) {
  constexpr std::uint32_t lanes = 8;
  const auto set_spread = [&](const char* key, const char* mean, double slowest, const char* what,
                              const chase& chase) {
    const double later =
        latency_cycles(lab, chase) - into.get(mean) - (lanes - 1) / into.get("l1_lines_per_cycle");
    into.set(key, std::max(0.0, later / slowest),
             fmt::format("measured: the same loads by {} lanes of a warp, minus those of one and "
                         "{} further lines in L1, divided by {:.2f}: {}",
                         lanes, lanes - 1, slowest, what));
  };
  set_spread("l2_latency_spread_cycles", "l2_latency_cycles", slowest_of_eight_uniform,
             "the slowest of eight if all latencies are equally likely",
             {.size_bytes = l2_part,
              .cold = false,
              .warm_steps = static_cast<int>(l2_part / line_bytes / lanes),
              .steps = steps,
              .lanes = lanes});
  set_spread("dram_latency_spread_cycles", "dram_latency_cycles", slowest_of_eight_exponential,
             "the slowest of eight if latencies are distributed exponentially",
             {.size_bytes = std::size_t{64} << 20,
              .cold = true,
              .warm_steps = 0,
              .steps = steps,
              .lanes = lanes});
}

}  // namespace

void measure_memory_latency(kernel_timer& lab, record& into) {
  const int steps = into.steps(2048);
  const auto set_chase = [&](const char* key, const char* what, const chase& chase) {
    into.set(key, latency_cycles(lab, chase),
             fmt::format("measured: {} dependent loads, one per line of {} KiB in random order, {}",
                         chase.steps, chase.size_bytes / 1024, what));
  };
  set_chase("l1_latency_cycles", "after a first pass",
            {.size_bytes = 8 << 10, .cold = false, .warm_steps = 64, .steps = steps});
  // Far more than L1 holds, far less than L2 does.
  const std::size_t l2_part = 4 << 20;
  set_chase("l2_latency_cycles", "after a first pass",
            {.size_bytes = l2_part,

             .cold = false,
             .warm_steps = static_cast<int>(l2_part / line_bytes),
             .steps = steps});
  set_chase("dram_latency_cycles", "after a flush of L2",
            {.size_bytes = std::size_t{64} << 20,

             .cold = true,
             .warm_steps = 0,
             .steps = steps});

  measure_spread(lab, into, l2_part, steps);
  // The slowest of the lines of a block is a part of what the block waits for.
  const double more_cycles = first_loads_cycles(lab, true) - first_loads_cycles(lab, false) -
                             (into.get("dram_latency_cycles") - into.get("l2_latency_cycles")) -
                             slowest_of_eight_exponential * into.get("dram_latency_spread_cycles") +
                             slowest_of_eight_uniform * into.get("l2_latency_spread_cycles");
  into.set("first_load_ns", std::max(0.0, more_cycles) / into.get("sm_clock_hz") * 1e9,
           "measured: until the slowest block of a wave has its first words after a flush, minus "
           "that without one and the difference of the latencies of eight lines");

  const chase in_order{.size_bytes = std::size_t{8} << 20,
                       .cold = true,
                       .warm_steps = 0,
                       .steps = steps,
                       .ascending = true};
  const double ascending = latency_cycles(lab, in_order);
  into.set("dram_fetch_bytes",
           fetch_bytes(ascending, into.get("l2_latency_cycles"), into.get("dram_latency_cycles")),
           fmt::format("measured: sectors in ascending order after a flush take {:.0f} cycles each",
                       ascending));

  into.set("shared_latency_cycles", chain_cycles(lab, "chase_shared", 32, steps),
           fmt::format("measured: {} dependent loads in one warp", steps));
  const double one_warp = chain_cycles(lab, "chase_barrier", 32, steps);
  into.set("barrier_latency_cycles", one_warp,
           fmt::format("measured: {} barriers of one warp", steps));
  into.set("barrier_per_warp_cycles",
           (chain_cycles(lab, "chase_barrier", 1024, steps) - one_warp) / 31,
           "measured: barriers of 32 warps minus those of one, divided by 31");
  into.set("global_atomic_latency_cycles", cell_cycles(lab, "chase_atomic", steps),
           fmt::format("measured: {} atomic additions of one thread, each dependent on the last",
                       steps));
  into.set(
      "fence_latency_cycles", cell_cycles(lab, "chase_fence", steps),
      fmt::format("measured: {} stores of one thread, each with a fence between blocks after it",
                  steps));
  // Each word of a line is stored once in so many loads.
  constexpr std::uint32_t loads_per_store = 4;
  constexpr double stores_per_load = line_bytes / sizeof(std::uint64_t) / double{loads_per_store};
  const double quiet = poll_cycles(lab, steps, ~std::uint32_t{0});
  into.set("polled_store_cycles",
           std::max(0.0, poll_cycles(lab, steps, loads_per_store - 1) - quiet) / stores_per_load,
           "measured: a load of the words of 32 blocks by each of four blocks per multiprocessor, "
           "which store their own words after every fourth load, minus one without stores, divided "
           "by the stores to a line meanwhile");
}

}  // namespace warpmark::calibrate
