
#include "bench/calibrate/experiments.hpp"
#include "bench/calibrate/templates.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr double cells_a_sector = 8;

// Nanoseconds per round in `blocks` full blocks whose lanes all add.
double round_ns(kernel_timer& lab, const template_instance& kernel, std::uint32_t blocks,
                device_pointer cells, const scalar_argument& value, int few, int many) {
  return lab.slope_ns(
      [&](int times) { lab.launch(kernel, blocks, full_block, arguments(cells, value, times)); },
      few, many);
}

// The minimum distance in bytes at which two cells are served in parallel.
double slice_bytes(kernel_timer& lab, std::uint32_t blocks, device_pointer cells, int times) {
  constexpr std::uint32_t max_bytes = 64 << 10;
  const auto time_ns = [&](std::uint32_t distance_bytes) {
    return lab.median_ns([&] {
      lab.launch(traffic_file, "add_to_two", blocks, full_block,
                 arguments(cells, distance_bytes / 4, 1u, times));
    });
  };
  constexpr double clearly_faster = 0.75;
  const double one_cell_ns = time_ns(0);
  for (std::uint32_t distance = 32; distance < max_bytes; distance *= 2)
    if (time_ns(distance) < clearly_faster * one_cell_ns) return distance;
  return max_bytes;
}

}  // namespace

void measure_atomics(kernel_timer& lab, record& into) {
  backend& machine = lab.machine();
  const auto blocks = static_cast<std::uint32_t>(machine.device().limits.multiprocessors);
  guarded_buffer cells(machine, std::size_t{4} * blocks * full_block);
  machine.fill(cells.address(), scalar_argument::of(std::uint32_t{0}), blocks * full_block);
  const int many = into.steps(64);
  const auto one = scalar_argument::of(1u);

  const auto add_by_warp = [&](int times) {
    lab.launch(traffic_file, "add_by_warp", blocks, full_block,
               arguments(cells.address(), one, times));
  };
  into.set("global_atomic_same_address_ns",
           lab.slope_ns(add_by_warp, 8, 8 + many) / (blocks * warps_of_full_block),
           "measured: one lane of each warp adds an integer to one cell");
  into.set(
      "atomic_slice_bytes", slice_bytes(lab, blocks, cells.address(), 8 + many),
      "measured: the minimum distance at which adding to two cells in turn is faster than to one");
  machine.fill(cells.address(), scalar_argument::of(0.0f), 1);
  into.set("global_atomic_same_lane_ns",
           round_ns(lab, templates::add{.T = "float", .one_cell = true}, blocks, cells.address(),
                    scalar_argument::of(1.0f), 2, 2 + many / 4) /
               (blocks * double{full_block}),
           "measured: every lane adds a float to one cell");
  machine.fill(cells.address(), scalar_argument::of(std::uint32_t{0}), blocks * full_block);
  into.set("global_atomic_sector_ns",
           round_ns(lab, templates::add{.T = "unsigned", .one_cell = false}, blocks,
                    cells.address(), one, 8, 8 + many) /
               (blocks * full_block / cells_a_sector),
           "measured: every lane adds an integer to a different cell, cells adjacent");
}

}  // namespace warpmark::calibrate
