#include <algorithm>

#include <fmt/format.h>

#include "bench/calibrate/experiments.hpp"
#include "bench/calibrate/templates.hpp"
#include "bench/core/ceilings.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr std::size_t vector_bytes = 16;

double mib(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void measure_l2(kernel_timer& lab, record& into, std::uint32_t blocks) {
  backend& machine = lab.machine();
  // Each thread reads full rounds of four vectors; about a third of L2, since some cards keep a
  // copy in both halves.
  const std::size_t round_bytes = std::size_t{4} * vector_bytes * blocks * full_block;
  const auto rounds =
      std::max<std::size_t>(1, static_cast<std::size_t>(into.get("l2_bytes") / 3) / round_bytes);
  const std::size_t size = rounds * round_bytes;
  const auto vectors = static_cast<std::uint32_t>(size / vector_bytes);
  guarded_buffer data(machine, size), sums(machine, std::size_t{4} * blocks * full_block);
  machine.fill(data.address(), scalar_argument::of(std::uint32_t{1}), size / 4);
  const int few = 4, many = few + into.steps(32);
  const double lap_ns = lab.slope_ns(
      [&](int laps) {
        lab.launch(traffic_file, "read_l2", blocks, full_block,
                   arguments(data.address(), sums.address(), vectors, laps));
      },
      few, many);
  into.set("l2_read_bytes_per_s", static_cast<double>(size) / lap_ns * 1e9,
           fmt::format("measured: {:.0f} MiB read repeatedly, 16-byte loads", mib(size)));
  const double stores_ns = lab.slope_ns(
      [&](int laps) {
        lab.launch(traffic_file, "write_l2", blocks, full_block,
                   arguments(data.address(), vectors, laps));
      },
      few, many);
  into.set("l2_write_bytes_per_s", static_cast<double>(size) / stores_ns * 1e9,
           fmt::format("measured: {:.0f} MiB stored repeatedly, 16-byte stores", mib(size)));
}

// Stored bytes that take no time of DRAM: stores of L2's size and of twice as much give DRAM's
// rate, and a small one the time without it.
void measure_dirty_bytes(kernel_timer& lab, record& into, std::uint32_t blocks) {
  backend& machine = lab.machine();
  const std::size_t round_bytes = std::size_t{4} * vector_bytes * blocks * full_block;
  const auto rounds =
      std::max<std::size_t>(1, static_cast<std::size_t>(into.get("l2_bytes")) / round_bytes);
  const std::size_t size = rounds * round_bytes;
  guarded_buffer data(machine, 2 * size);
  const auto time_ns = [&](std::size_t bytes) {
    const auto given =
        arguments(data.address(), static_cast<std::uint32_t>(bytes / vector_bytes), 1);
    return lab.median_ns([&] { lab.launch(traffic_file, "write_l2", blocks, full_block, given); },
                         true);
  };
  const double none_ns = time_ns(0), once_ns = time_ns(size), twice_ns = time_ns(2 * size);
  const double bytes_per_ns = static_cast<double>(size) / (twice_ns - once_ns);
  into.set("l2_dirty_bytes", static_cast<double>(size) - (once_ns - none_ns) * bytes_per_ns,
           fmt::format("measured: {:.0f} MiB stored after a flush, and the slope to twice as much",
                       mib(size)));
}

// What a sector takes longer whose other half L2 has to read before it writes it. Most of the
// memory is not in L2.
void measure_partial_stores(kernel_timer& lab, record& into, std::uint32_t blocks) {
  constexpr std::uint32_t stretches = 256, gap_sectors = 37, sector_bytes = 32;
  const auto sectors =
      static_cast<std::uint32_t>(2 * into.get("l2_bytes") / (stretches * sector_bytes));
  guarded_buffer data(lab.machine(),
                      std::size_t{stretches} * (sectors + gap_sectors) * sector_bytes);
  const auto sector_ns = [&](int halves) {
    const double lap_ns = lab.slope_ns(
        [&](int laps) {
          lab.launch(templates::write_sectors{.halves = halves}, blocks, full_block,
                     arguments(data.address(), sectors, laps));
        },
        1, 1 + into.steps(32) / 8);
    return lap_ns / (stretches * static_cast<double>(sectors));
  };
  into.set("dram_partial_store_ns", sector_ns(1) - sector_ns(2),
           fmt::format("measured: the first half of all sectors of {:.0f} MiB, in {} stretches at "
                       "once, and all of them",
                       mib(data.size_bytes()), stretches));
}

}  // namespace

void measure_bandwidth(kernel_timer& lab, record& into) {
  const device_limits& limits = lab.machine().device().limits;
  const auto blocks = static_cast<std::uint32_t>(
      limits.multiprocessors * std::max(1, limits.max_threads_per_multiprocessor / 1024));
  const measured_ceilings memory = measure_ceilings(lab.machine(), lab.compiler(), lab.flush());
  if (!memory.read_bytes_per_s)
    throw device_error(fmt::format("backend {} has no clock", lab.machine().name()));
  const std::string source =
      "measured: kernels/ceilings/traffic.cuh, 4 GiB or a quarter of the memory, 16-byte ";
  into.set("dram_read_bytes_per_s", *memory.read_bytes_per_s, source + "loads, 4 in flight");
  into.set("dram_write_bytes_per_s", *memory.write_bytes_per_s, source + "stores");
  into.set("dram_copy_bytes_per_s", *memory.copy_bytes_per_s,
           source + "loads and stores or the driver's copy, both ways counted");
  measure_l2(lab, into, blocks);
  measure_dirty_bytes(lab, into, blocks);
  measure_partial_stores(lab, into, blocks);
}

}  // namespace warpmark::calibrate
