#include <cstring>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/pending_copies.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/address_operands.hpp"
#include "simt/instructions/bulk_reduction.hpp"
#include "simt/instructions/counting_barrier.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/bulk_access.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/global_memory.hpp"
#include "simt/memory/proxy_watch.hpp"
#include "simt/memory/shared_window.hpp"
#include "simt/timing/block_timeline.hpp"

// cp.async.bulk and cp.reduce.async.bulk of one dimension. Addresses: destination, source, and the
// mbarrier if there is one. op[0] is the size, op[1] the mask of a multicast.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum class end : u32 { shared, global };

// The fields of `immediate`.
struct bulk_form {
  end to = end::shared, from = end::global;
  bool multicast = false;
  u32 reduction = 0;

  std::int64_t pack() const {
    return static_cast<std::int64_t>(static_cast<u32>(to) | static_cast<u32>(from) << 1 |
                                     u32{multicast} << 2 | reduction << 8);
  }
  static bulk_form unpack(std::int64_t bits) {
    const auto b = static_cast<u32>(bits);
    return {static_cast<end>(b & 1), static_cast<end>((b >> 1) & 1), ((b >> 2) & 1) != 0, b >> 8};
  }
};

// Counts and checks what a copy does to global memory.
void note_global(lane_context& context, const instruction& in, unsigned lane, const bulk_form& form,
                 u64 to, u64 from, u64 size) {
  counter_set& counters = *context.counters;
  if (form.from == end::global) {
    ++counters[counter::bulk_load_requests];
    bulk_read(context, in, lane, *context.global->find(from, size), from, size);
  }
  if (form.to == end::global) {
    ++counters[counter::bulk_store_requests];
    counters[counter::bulk_store_bytes] += size;
    bulk_write(context, in, lane, *context.global->find(to, size), to, size, form.reduction != 0);
  }
}

std::byte* bytes_at(lane_context& context, end space, u64 address, u64 size, u32 rank) {
  if (space == end::shared) return context.cluster->shared(without_window(address), size, rank);
  const allocation* found = context.global->find(address, size);
  return found ? found->bytes + (address - found->base) : nullptr;
}

bool report_trouble(lane_context& context, const instruction& in, unsigned lane, u64 to, u64 from,
                    u64 size, bool mapped) {
  const bool aligned = (to | from | size) % 16 == 0;
  if (aligned && mapped) return false;
  const auto kind = aligned ? finding_kind::out_of_bounds : finding_kind::misaligned;
  if (context.findings->first_time(kind, in.site))
    context.findings->add(
        kind, in.site, context, 1u << lane,
        fmt::format("bulk copy of {} bytes from {:#x} to {:#x} {}", size, from, to,
                    aligned ? "exceeds its memory" : "is not aligned to 16 bytes"));
  return true;
}

// Checks and notes what a copy does to this block's shared memory.
void tell_proxies(lane_context& context, const instruction& in, unsigned lane,
                  const bulk_form& form, u64 to, u64 from, u64 size) {
  if (form.from == end::shared)
    check_async_read(context, in, 1u << lane, without_window(from), size);
  const u64 target = without_window(to);
  if (form.to == end::shared && context.proxy &&
      is_own(static_cast<u32>(target), context.cluster_rank))
    context.proxy->forget(target & shared_offset_mask, size);
}

// One end of the copy, if it is in shared memory.
void follow(lane_context& context, const instruction& in, unsigned lane, const pending_copy& copy,
            end space, u64 address, bool writes) {
  if (space == end::shared)
    follow_copy(
        context, in, lane, without_window(address),
        {.id = copy.flight, .bytes = copy.bytes, .writes = writes, .barrier = copy.barrier});
}

// `noted`: the source has been counted for another block.
void begin(lane_context& context, const instruction& in, unsigned lane, const bulk_form& form,
           u32 rank, bool noted) {
  const u64 size = lanes_at<u32>(context, in.op[0])[lane];
  u64 to = lane_address(context, in, 0, lane);
  const u64 from = lane_address(context, in, 1, lane);
  const bool counted = context.program->address_lists[in.target].size() > 2;
  u64 barrier = counted ? without_window(lane_address(context, in, 2, lane)) : 0;
  if (form.multicast) {
    to = in_block(static_cast<u32>(without_window(to)), rank);
    barrier = in_block(static_cast<u32>(barrier), rank);
  }
  const u32 own = context.cluster_rank;
  pending_copy copy{.to = bytes_at(context, form.to, to, size, own),
                    .from = bytes_at(context, form.from, from, size, own),
                    .bytes = size,
                    .combine = bulk_reduction(form.reduction)};
  const bool bad = report_trouble(context, in, lane, to, from, size, copy.to && copy.from);
  if (counted) copy.barrier = counting_barrier(context, in, lane, barrier);
  if (bad) {
    // Nothing is copied, but waiters for the bytes are released.
    copy.to = nullptr;
    copy.combine = [](std::byte*, const std::byte*, std::size_t) {};
  }
  if (!bad && size != 0 && !noted) note_global(context, in, lane, form, to, from, size);
  if (form.from == end::global) (*context.counters)[counter::bulk_load_bytes] += size;
  if (!bad) tell_proxies(context, in, lane, form, to, from, size);
  if (!bad && size != 0) {
    copy.flight = context.cluster->copies().next_flight();
    follow(context, in, lane, copy, form.to, to, true);
    follow(context, in, lane, copy, form.from, from, false);
  }
  pending_copies& copies = context.cluster->copies();
  if (context.timeline && copy.barrier && form.from == end::global && !bad)
    context.timeline->begin_copy(copy.barrier, from, size);
  if (copy.barrier)
    copies.add_counted(std::move(copy));
  else if (!bad && !counted)
    copies.add(pending_copies::family::bulk, thread_in_cluster(context, lane), std::move(copy));
}

void bulk_copy(lane_context& context, const instruction& in, u32 active) {
  const bulk_form form = bulk_form::unpack(in.immediate);
  ++context.changes;
  for_each_lane(active, [&](unsigned lane) {
    if (!form.multicast) return begin(context, in, lane, form, 0, false);
    const u32 mask = lanes_at<u32>(context, in.op[1])[lane] & 0xffff;
    bool noted = false;
    for_each_lane(mask, [&](unsigned rank) {
      begin(context, in, lane, form, rank, noted);
      noted = true;
    });
  });
}

// st.async and red.async: store a value to another block's shared memory, counted by an mbarrier
// there.
void store(lane_context& context, const instruction& in, u32 active) {
  const auto& values = context.program->operand_lists[in.op[2]];
  const auto element = static_cast<unsigned>(in.op[3]);
  ++context.changes;
  for_each_lane(active, [&](unsigned lane) {
    const u64 to = without_window(lane_address(context, in, 0, lane));
    const u64 barrier = without_window(lane_address(context, in, 1, lane));
    pending_copy copy{
        .to = context.cluster->shared(to, element * values.size(), context.cluster_rank),
        .bytes = element * values.size(),
        .combine = bulk_reduction(static_cast<u32>(in.immediate)),
        .barrier = context.cluster->shared(barrier, 8, context.cluster_rank),
        .taken = true};
    for (const u32 slot : values) {
      const std::byte* value = context.registers + slot + (element == 8 ? 8 : 4) * lane;
      copy.kept.insert(copy.kept.end(), value, value + element);
    }
    if (report_trouble(context, in, lane, to & ~u64{15}, 0, 16, copy.to && copy.barrier)) return;
    if (context.watch)
      context.cluster->phases().arrive(copy.barrier, {context.cluster_rank, context.warp},
                                       context.watch->publish(context));
    context.cluster->copies().add_counted(std::move(copy));
  });
}

bool decode_store(decoder& d, instruction& out) {
  std::vector<address_source> addresses;
  add_address(d, d.at(0), addresses);
  add_address(d, d.at(2), addresses);
  out.target = d.address_list(std::move(addresses));
  const scalar_type type = d.type_from_end();
  std::vector<u32> slots;
  if (d.at(1).what == operand::kind::list)
    for (const operand& part : d.at(1).parts) slots.push_back(d.value(part, type));
  else
    slots.push_back(d.value(d.at(1), type));
  out.op[2] = d.operand_list(std::move(slots));
  out.op[3] = size_of(type);
  out.immediate = d.is("red") ? find_bulk_reduction(d) : 0;
  out.execute = store;
  return true;
}

}  // namespace

bool decode_bulk_copy(decoder& d, instruction& out) {
  out.instruction_class = counter::memory_instructions;
  const bool remote = d.has("async") && (d.is("st") || d.is("red"));
  if (remote && d.has("shared::cluster")) return decode_store(d, out);
  const bool bulk = d.is("cp") && d.has("async") && d.has("bulk");
  if (!bulk || d.has("tensor") || d.has("cp_mask") || d.operands() < 3) return false;
  const auto& modifiers = d.source().modifiers;
  std::vector<end> ends;
  for (const std::string& modifier : modifiers) {
    if (modifier == "global") ends.push_back(end::global);
    if (modifier == "shared::cta" || modifier == "shared::cluster") ends.push_back(end::shared);
  }
  if (ends.size() != 2) return false;
  bulk_form form{ends[0], ends[1], d.has("multicast::cluster"), 0};
  if (d.has("reduce")) form.reduction = find_bulk_reduction(d);
  std::vector<address_source> addresses;
  add_address(d, d.at(0), addresses);
  add_address(d, d.at(1), addresses);
  if (d.has("mbarrier::complete_tx::bytes")) add_address(d, d.at(3), addresses);
  out.target = d.address_list(std::move(addresses));
  out.op[0] = d.value(d.at(2), scalar_type::u32);
  if (form.multicast) out.op[1] = d.value(d.at(4), scalar_type::b16);
  out.immediate = form.pack();
  out.execute = bulk_copy;
  d.follow_copies();
  if (form.from == end::shared) d.need_proxy_fence();
  // Other blocks may read what this block writes.
  if (form.to == end::global && form.reduction != 0) d.order_blocks();
  return true;
}

}  // namespace warpmark::simt
