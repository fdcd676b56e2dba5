#include "simt/execution/special_registers.hpp"

#include <algorithm>
#include <cstring>

namespace warpmark::simt {
namespace {

constexpr std::string_view plain_names[] = {"%laneid",
                                            "%warpid",
                                            "%nwarpid",
                                            "%smid",
                                            "%nsmid",
                                            "%gridid",
                                            "%lanemask_eq",
                                            "%lanemask_le",
                                            "%lanemask_lt",
                                            "%lanemask_ge",
                                            "%lanemask_gt",
                                            "%dynamic_smem_size",
                                            "%total_smem_size",
                                            "%aggr_smem_size",
                                            "%cluster_ctarank",
                                            "%cluster_nctarank",
                                            "%current_graph_exec",
                                            "%is_explicit_cluster"};
constexpr std::string_view axis_names[] = {"%tid",           "%ntid",          "%ctaid",
                                           "%nctaid",        "%clusterid",     "%nclusterid",
                                           "%cluster_ctaid", "%cluster_nctaid"};

// Shared memory that a block of an otherwise empty launch reserves for the system.

std::uint32_t component(const extent3& extent3, char axis) {
  return axis == 'x' ? extent3.x : axis == 'y' ? extent3.y : extent3.z;
}

std::uint32_t thread_component(const launch_position& at, unsigned lane, char axis) {
  const std::uint32_t linear = at.warp * 32 + lane;
  if (axis == 'x') return linear % at.block.x;
  if (axis == 'y') return linear / at.block.x % at.block.y;
  return linear / at.block.x / at.block.y;
}

bool has_axis(std::string_view name, std::string_view prefix) {
  return name.size() == prefix.size() + 2 && name.starts_with(prefix) &&
         name[prefix.size()] == '.' && name.back() >= 'x' && name.back() <= 'z';
}

}  // namespace

bool is_special(std::string_view name) {
  for (const auto plain_name : plain_names)
    if (plain_name == name) return true;
  for (const auto axis_name : axis_names)
    if (has_axis(name, axis_name)) return true;
  // Performance monitors, the driver's registers, and the system's part of shared memory.
  for (const char* text : {"%pm", "%envreg", "%reserved_smem_offset_"})
    if (name.starts_with(text)) return true;
  return false;
}

bool depends_on_block(std::string_view name) {
  return name == "%smid" || name == "%cluster_ctarank" || has_axis(name, "%ctaid") ||
         has_axis(name, "%clusterid") || has_axis(name, "%cluster_ctaid");
}

namespace {

std::uint64_t axis_value(std::string_view name, const launch_position& at, unsigned lane) {
  const char axis = name.back();
  const std::uint32_t cluster = component(at.cluster, axis);
  const std::uint32_t block = component(at.block_index, axis);
  if (has_axis(name, "%tid")) return thread_component(at, lane, axis);
  if (has_axis(name, "%ntid")) return component(at.block, axis);
  if (has_axis(name, "%ctaid")) return block;
  if (has_axis(name, "%nctaid")) return component(at.grid, axis);
  if (has_axis(name, "%clusterid")) return block / cluster;
  if (has_axis(name, "%nclusterid")) return component(at.grid, axis) / cluster;
  if (has_axis(name, "%cluster_ctaid")) return block % cluster;
  return cluster;
}

std::uint64_t rank_in_cluster(const launch_position& at) {
  const extent3 &c = at.cluster, &b = at.block_index;
  return (b.z % c.z * c.y + b.y % c.y) * c.x + b.x % c.x;
}

}  // namespace

std::uint64_t special_value(std::string_view name, const launch_position& at, unsigned lane) {
  for (const auto axis_name : axis_names)
    if (has_axis(name, axis_name)) return axis_value(name, at, lane);
  if (name == "%laneid") return lane;
  if (name == "%warpid") return at.warp;
  if (name == "%nwarpid") return (at.block.count() + 31) / 32;
  if (name == "%lanemask_eq") return 1u << lane;
  if (name == "%lanemask_lt") return (1u << lane) - 1;
  if (name == "%lanemask_le") return ((1u << lane) - 1) | (1u << lane);
  if (name == "%lanemask_gt") return ~(((1u << lane) - 1) | (1u << lane));
  if (name == "%lanemask_ge") return ~((1u << lane) - 1);
  if (name == "%nsmid") return at.multiprocessors;
  if (name == "%dynamic_smem_size") return at.dynamic_shared_bytes;
  const std::uint64_t shared = at.static_shared_bytes + at.dynamic_shared_bytes;
  if (name == "%total_smem_size") return shared;
  if (name == "%aggr_smem_size") return shared + reserved_shared_bytes;
  if (name.starts_with("%reserved_smem_offset_")) {
    const std::uint64_t begin = reserved_shared_begin(shared);
    if (name.ends_with("cap")) return reserved_shared_bytes;
    if (name.ends_with("end")) return begin + reserved_shared_bytes;
    return name.ends_with("_1") ? begin + reserved_shared_bytes / 2 : begin;
  }
  if (name == "%cluster_ctarank") return rank_in_cluster(at);
  if (name == "%cluster_nctarank") return at.cluster.count();
  // As a predicate: a mask of lanes.
  if (name == "%is_explicit_cluster") return at.explicit_cluster ? ~std::uint64_t{0} : 0;
  // Cooperative groups read the address of the grid barrier here.
  if (name == "%envreg1") return at.grid_workspace >> 32;
  if (name == "%envreg2") return at.grid_workspace & 0xffff'ffff;
  if (name == "%smid") {
    const auto& b = at.block_index;
    const std::uint64_t linear = (std::uint64_t{b.z} * at.grid.y + b.y) * at.grid.x + b.x;
    return linear % at.multiprocessors;
  }
  return 0;
}

namespace {

template <class T>
void fill_lanes(std::byte* slot, std::uint64_t value) {
  std::fill_n(reinterpret_cast<T*>(slot), 32, static_cast<T>(value));
}

}  // namespace

// A name is looked up once where possible: blocks of random schedules are many and short.
void write_specials(const kernel_program& program, const launch_position& at,
                    std::byte* registers) {
  for (const special_slot& slot : program.specials) {
    const bool is_thread = has_axis(slot.name, "%tid");
    const bool by_lane = slot.name.starts_with("%lane");
    std::uint64_t value = is_thread ? 0 : special_value(slot.name, at, 0);
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (is_thread)
        value = thread_component(at, lane, slot.name.back());
      else if (by_lane)
        value = special_value(slot.name, at, lane);
      std::memcpy(registers + slot.offset + slot.width * lane, &value, slot.width);
    }
  }
}

void write_block_specials(const kernel_program& program, const launch_position& at,
                          std::byte* registers, std::size_t warps) {
  for (const special_slot& slot : program.specials) {
    if (!depends_on_block(slot.name)) continue;
    const std::uint64_t value = special_value(slot.name, at, 0);
    for (std::size_t warp = 0; warp < warps; ++warp) {
      std::byte* const lanes = registers + warp * program.register_bytes + slot.offset;
      slot.width == 8 ? fill_lanes<std::uint64_t>(lanes, value)
                      : fill_lanes<std::uint32_t>(lanes, value);
    }
  }
}

}  // namespace warpmark::simt
