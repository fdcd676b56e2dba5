#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block_cluster.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/address_operands.hpp"
#include "simt/instructions/counting_barrier.hpp"
#include "simt/instructions/tensor_reduction.hpp"
#include "simt/memory/box_copy.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/global_memory.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/shared_window.hpp"
#include "simt/memory/tensor_map_image.hpp"

// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor and cp.async.bulk.prefetch.tensor in tiled
// mode. Addresses: the map, shared memory, and the mbarrier of a load. op[0] is the list of
// coordinates, op[1] the mask of a multicast.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum class tensor_way : u32 { load, store, prefetch };

// The fields of `immediate`.
struct tensor_form {
  tensor_way way = tensor_way::load;
  bool multicast = false;
  u32 reduction = 0;

  std::int64_t pack() const {
    return static_cast<std::int64_t>(static_cast<u32>(way) | u32{multicast} << 2 | reduction << 8);
  }
  static tensor_form unpack(std::int64_t bits) {
    const auto b = static_cast<u32>(bits);
    return {static_cast<tensor_way>(b & 3), ((b >> 2) & 1) != 0, b >> 8};
  }
};

[[noreturn]] void refuse_map(const lane_context& context, const instruction& in, unsigned lane,
                             const std::string& why) {
  throw device_error(fmt::format("simt: kernel {}: tensor copy at {}, {}: {}",
                                 context.program->name, place_text(*context.program, in.site),
                                 who(context, lane), why));
}

// The map that lane has the address of.
tensor_map map_of(lane_context& context, const instruction& in, unsigned lane) {
  const u64 address = lane_address(context, in, 0, lane);
  const std::byte* bytes = nullptr;
  const address_window window = window_of(address);
  if (const u64 offset = address - window.base; window.space == state_space::param) {
    const bool within = offset + tensor_map_bytes <= context.parameter_bytes;
    bytes = within ? context.parameters + offset : nullptr;
  } else if (window.space == state_space::global) {
    const allocation* found = context.global->find(address, tensor_map_bytes);
    bytes = found ? found->bytes + (address - found->base) : nullptr;
  }
  if (!bytes || address % tensor_map_alignment != 0)
    refuse_map(
        context, in, lane,
        fmt::format("{:#x} is no address of a tensor map: expected {} bytes of a parameter or "
                    "of global memory at a multiple of {}",
                    address, tensor_map_bytes, tensor_map_alignment));
  const auto map =
      decode_tensor_map(std::span<const std::byte, tensor_map_bytes>(bytes, tensor_map_bytes));
  if (!map)
    refuse_map(
        context, in, lane,
        fmt::format("the bytes at {:#x} are no tensor map of the interpreter; pass one by the "
                    "argument tensor_map(@buffer, box=…)",
                    address));
  const std::size_t dimensions = context.program->operand_lists[in.op[0]].size();
  if (map->rank != dimensions)
    refuse_map(
        context, in, lane,
        fmt::format("the tensor map has {} dimensions, the instruction {}", map->rank, dimensions));
  return *map;
}

tensor_coordinates coordinates_of(lane_context& context, const instruction& in, unsigned lane) {
  tensor_coordinates first{};
  const auto& slots = context.program->operand_lists[in.op[0]];
  for (std::size_t i = 0; i < slots.size(); ++i)
    first[i] = lanes_at<std::int32_t>(context, slots[i])[lane];
  return first;
}

combine_bytes reduction_of(lane_context& context, const instruction& in, unsigned lane,
                           u32 operation, tensor_element element) {
  if (operation == 0) return nullptr;
  if (const combine_bytes combine = tensor_reduction(operation, element)) return combine;
  refuse_map(context, in, lane,
             fmt::format("the reduction is not defined for elements of type {}", name(element)));
}

void load_box(lane_context& context, const instruction& in, unsigned lane, const tensor_map& map,
              const tensor_form& form) {
  const tensor_coordinates first = coordinates_of(context, in, lane);
  const u64 shared = without_window(lane_address(context, in, 1, lane));
  const u64 barrier = without_window(lane_address(context, in, 2, lane));
  const u32 targets = form.multicast ? lanes_at<u32>(context, in.op[1])[lane] & 0xffff : 1;
  box_copy copies(context, in, lane, map, first);
  ++(*context.counters)[counter::bulk_load_requests];
  bool noted = false;
  for_each_lane(targets, [&](unsigned rank) {
    const auto in_target = [&](u64 address) {
      return form.multicast ? in_block(static_cast<u32>(address), rank) : address;
    };
    pending_copy copy{.bytes = map.box_bytes()};
    copy.pieces = copies.pieces(in_target(shared), {.loads = true, .noted = noted});
    copy.barrier = counting_barrier(context, in, lane, in_target(barrier));
    noted = true;
    if (!copy.pieces.empty()) {
      copy.flight = context.cluster->copies().next_flight();
      follow_copy(context, in, lane, in_target(shared),
                  {.id = copy.flight, .bytes = map.shared_bytes(), .barrier = copy.barrier});
    }
    (*context.counters)[counter::bulk_load_bytes] += copy.bytes;
    if (copy.barrier) context.cluster->copies().add_counted(std::move(copy));
  });
}

void store_box(lane_context& context, const instruction& in, unsigned lane, const tensor_map& map,
               const tensor_form& form) {
  const tensor_coordinates first = coordinates_of(context, in, lane);
  const u64 shared = without_window(lane_address(context, in, 1, lane));
  box_copy copies(context, in, lane, map, first);
  pending_copy copy{.combine = reduction_of(context, in, lane, form.reduction, map.element)};
  copy.pieces = copies.pieces(shared, {.reduces = form.reduction != 0});
  for (const copy_piece& piece : copy.pieces) copy.bytes += piece.bytes;
  if (!copy.pieces.empty()) {
    copy.flight = context.cluster->copies().next_flight();
    follow_copy(context, in, lane, shared,
                {.id = copy.flight, .bytes = map.shared_bytes(), .writes = false});
  }
  ++(*context.counters)[counter::bulk_store_requests];
  (*context.counters)[counter::bulk_store_bytes] += copy.bytes;
  context.cluster->copies().add(pending_copies::family::bulk, thread_in_cluster(context, lane),
                                std::move(copy));
}

void copy_boxes(lane_context& context, const instruction& in, u32 active) {
  const tensor_form form = tensor_form::unpack(in.immediate);
  ++context.changes;
  for_each_lane(active, [&](unsigned lane) {
    const tensor_map map = map_of(context, in, lane);
    if (form.way == tensor_way::load) load_box(context, in, lane, map, form);
    if (form.way == tensor_way::store) store_box(context, in, lane, map, form);
  });
}

// A variable names a parameter without the window of generic addresses.
void add_map_address(decoder& d, const operand& from, std::vector<address_source>& to) {
  instruction scratch;
  state_space space = state_space::generic;
  const u32 slot = d.address(from, space, scratch);
  if (space == state_space::param) scratch.immediate += static_cast<std::int64_t>(param_window);
  to.push_back({slot, scratch.immediate, scratch.narrow_address});
}

std::vector<u32> decode_coordinates(decoder& d, const operand& tensor) {
  const auto dimensions = [&]() -> std::size_t {
    for (std::size_t i = 1; i <= tensor_map::max_rank; ++i)
      if (d.has(fmt::format("{}d", i).c_str())) return i;
    d.unsupported("expected .1d to .5d");
  };
  std::vector<u32> slots;
  if (tensor.parts.size() == 2 && tensor.parts[1].what == operand::kind::list)
    for (const operand& part : tensor.parts[1].parts)
      slots.push_back(d.value(part, scalar_type::s32));
  else if (tensor.parts.size() == 2)
    slots.push_back(d.value(tensor.parts[1], scalar_type::s32));
  if (slots.size() != dimensions()) d.unsupported("expected a coordinate for each dimension");
  return slots;
}

}  // namespace

bool decode_tensor_copy(decoder& d, instruction& out) {
  if (!d.is("cp") || !d.has("bulk") || !d.has("tensor")) return false;
  for (const std::string& modifier : d.source().modifiers)
    if (modifier.starts_with("im2col") || modifier == "tile::gather4" ||
        modifier == "tile::scatter4" || modifier.starts_with("cta_group"))
      d.unsupported(fmt::format(".{} is not supported", modifier));
  out.instruction_class = counter::memory_instructions;
  out.execute = copy_boxes;
  tensor_form form;
  const bool stores = d.has("bulk_group");
  form.way = d.has("prefetch") ? tensor_way::prefetch
             : stores          ? tensor_way::store
                               : tensor_way::load;
  form.multicast = d.has("multicast::cluster");
  if (d.has("reduce")) form.reduction = find_tensor_reduction(d);
  const std::size_t tensor = form.way == tensor_way::load ? 1 : 0;
  std::vector<address_source> addresses;
  add_map_address(d, d.at(tensor), addresses);
  if (form.way != tensor_way::prefetch) add_address(d, d.at(1 - tensor), addresses);
  if (form.way == tensor_way::load) add_address(d, d.at(2), addresses);
  out.target = d.address_list(std::move(addresses));
  out.op[0] = d.operand_list(decode_coordinates(d, d.at(tensor)));
  if (form.multicast) out.op[1] = d.value(d.at(3), scalar_type::b16);
  out.immediate = form.pack();
  if (form.way != tensor_way::prefetch) d.follow_copies();
  if (form.way == tensor_way::store) d.need_proxy_fence();
  // Other blocks may reduce into the same elements.
  if (form.reduction != 0) d.order_blocks();
  return true;
}

}  // namespace warpmark::simt
