#include <cstring>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/block_cluster.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/instructions/address_operands.hpp"
#include "simt/memory/shared_window.hpp"

// clusterlaunchcontrol: a running block takes over the work of a cluster that has not started.
// Addresses of try_cancel: the response of 16 bytes, and the mbarrier.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The response, which programs read by query_cancel only.
struct cancel_response {
  u32 canceled = 0;
  extent3 first = {0, 0, 0};  // The cluster's first block.
};
static_assert(sizeof(cancel_response) == 16);

// Asks for one cluster, and writes the answer to the shared memory of `rank` when the mbarrier
// there is waited for.
void respond(lane_context& context, const instruction& in, unsigned lane,
             const cancel_response& response, u64 to, u64 barrier) {
  pending_copy copy{.to = context.cluster->shared(to, sizeof response, context.cluster_rank),
                    .bytes = sizeof response,
                    .barrier = context.cluster->shared(barrier, 8, context.cluster_rank),
                    .taken = true};
  if (!copy.to || !copy.barrier || to % 16 != 0)
    throw device_error(fmt::format(
        "simt: kernel {}: clusterlaunchcontrol.try_cancel with a response at {:#x} and an mbarrier "
        "at {:#x}; expected addresses of shared memory, the first one a multiple of 16: {}, at {}",
        context.program->name, to, barrier, who(context, lane),
        place_text(*context.program, in.site)));
  const auto* bytes = reinterpret_cast<const std::byte*>(&response);
  copy.kept.assign(bytes, bytes + sizeof response);
  context.cluster->copies().add_counted(std::move(copy));
}

template <bool multicast>
void try_cancel(lane_context& context, const instruction& in, u32 active) {
  ++context.changes;
  for_each_lane(active, [&](unsigned lane) {
    cancel_response response;
    const u64 size = context.launch->shape.cluster.count();
    if (const auto cluster = context.cancel ? (*context.cancel)() : std::nullopt)
      response = {1,
                  block_index(*context.launch, scheduled_block(*context.launch, *cluster * size))};
    const u64 to = without_window(lane_address(context, in, 0, lane));
    const u64 barrier = without_window(lane_address(context, in, 1, lane));
    if (!multicast) return respond(context, in, lane, response, to, barrier);
    for (u32 rank = 0; rank < context.cluster->size(); ++rank)
      respond(context, in, lane, response, in_block(static_cast<u32>(to), rank),
              in_block(static_cast<u32>(barrier), rank));
  });
}

cancel_response response_in(lane_context& context, const instruction& in, unsigned lane) {
  cancel_response response;
  auto* bytes = reinterpret_cast<std::byte*>(&response);
  std::memcpy(bytes, lanes_at<u64>(context, in.op[4]) + lane, 8);
  std::memcpy(bytes + 8, lanes_at<u64>(context, in.op[4] + high_half_offset) + lane, 8);
  return response;
}

void is_canceled(lane_context& context, const instruction& in, u32 active) {
  u32 canceled = 0;
  for_each_lane(
      active, [&](unsigned lane) { canceled |= response_in(context, in, lane).canceled << lane; });
  u32& p = *lanes_at<u32>(context, in.op[0]);
  p = (p & ~active) | canceled;
}

// op[0…2] are the coordinates; those that `immediate` lacks are not wanted.
void first_block(lane_context& context, const instruction& in, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    const extent3 first = response_in(context, in, lane).first;
    const u32 values[] = {first.x, first.y, first.z};
    for (unsigned i = 0; i < 3; ++i)
      if ((in.immediate >> i) & 1) lanes_at<u32>(context, in.op[i])[lane] = values[i];
  });
}

bool decode_query_cancel(decoder& d, instruction& out) {
  out.op[4] = d.value(d.at(1), scalar_type::b128);
  if (d.has("is_canceled")) {
    out.op[0] = d.destination(d.at(0), 0);
    out.execute = is_canceled;
    return true;
  }
  out.execute = first_block;
  constexpr const char* single[] = {"get_first_ctaid::x", "get_first_ctaid::y",
                                    "get_first_ctaid::z"};
  for (unsigned i = 0; i < 3; ++i)
    if (d.has(single[i])) {
      out.op[i] = d.destination(d.at(0), 4);
      out.immediate = 1 << i;
      return true;
    }
  if (!d.has("get_first_ctaid") || d.at(0).parts.size() != 4) return false;
  for (unsigned i = 0; i < 3; ++i) {
    const operand& part = d.at(0).parts[i];
    if (part.what == operand::kind::sink) continue;
    out.op[i] = d.destination(part, 4);
    out.immediate |= 1 << i;
  }
  return true;
}

}  // namespace

bool decode_launch_control(decoder& d, instruction& out) {
  if (!d.is("clusterlaunchcontrol")) return false;
  out.instruction_class = counter::other_instructions;
  if (d.has("query_cancel")) return decode_query_cancel(d, out);
  if (!d.has("try_cancel") || !d.has("mbarrier::complete_tx::bytes")) return false;
  std::vector<address_source> addresses;
  add_address(d, d.at(0), addresses);
  add_address(d, d.at(1), addresses);
  out.target = d.address_list(std::move(addresses));
  out.execute = d.has("multicast::cluster::all") ? try_cancel<true> : try_cancel<false>;
  // Which blocks start depends on those before them.
  d.order_blocks();
  return true;
}

}  // namespace warpmark::simt
