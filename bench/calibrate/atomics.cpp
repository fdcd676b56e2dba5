#include <algorithm>

#include "bench/calibrate/experiments.hpp"
#include "bench/calibrate/templates.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr double cells_a_sector = 8;
constexpr std::uint32_t bytes_of_sector = 32;

// Nanoseconds per round in `blocks` full blocks whose lanes all add.
double round_ns(kernel_timer& lab, const template_instance& kernel, std::uint32_t blocks,
                device_pointer cells, const scalar_argument& value, int few, int many) {
  return lab.slope_ns(
      [&](int times) { lab.launch(kernel, blocks, full_block, arguments(cells, value, times)); },
      few, many);
}

// Sectors of this many bytes are more than one unit of L2 serves, and too few for all units.
constexpr std::uint32_t spread_bytes = 16 << 10;

// Neighbouring bytes per unit of L2, from the rate of additions to sectors among spread_bytes.
double slice_bytes(kernel_timer& lab, std::uint32_t blocks, device_pointer cells, int times,
                   double one_cell_ns) {
  const double spread_ns =
      lab.slope_ns(
          [&](int count) {
            lab.launch(traffic_file, "add_spread", blocks, full_block,
                       arguments(cells, spread_bytes / bytes_of_sector, count));
          },
          8, 8 + times) /
      (blocks * warps_of_full_block);
  return std::max<double>(bytes_of_sector, spread_bytes * spread_ns / one_cell_ns);
}

// What each further lane costs if all lanes of a warp add an integer to one cell and use the
// result.
double returned_lane_ns(kernel_timer& lab, std::uint32_t blocks, device_pointer cells, int times,
                        double one_lane_ns) {
  const double all_lanes_ns =
      lab.slope_ns(
          [&](int count) {
            lab.launch(traffic_file, "add_returned", blocks, full_block,
                       arguments(cells, std::uint32_t{0}, count, cells + bytes_of_sector));
          },
          2, 2 + times) /
      (blocks * warps_of_full_block);
  return (all_lanes_ns - one_lane_ns) / 31;
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
  const double one_cell_ns = into.get("global_atomic_same_address_ns");
  into.set("atomic_slice_bytes", slice_bytes(lab, blocks, cells.address(), many, one_cell_ns),
           "measured: 16 KiB times the time of adding to a random sector of them, divided by that "
           "of adding to one cell");
  into.set("global_atomic_integer_lane_ns",
           returned_lane_ns(lab, blocks, cells.address(), many, one_cell_ns),
           "measured: every lane adds an integer to one cell and uses the result, minus one lane "
           "per warp, divided by 31");
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
