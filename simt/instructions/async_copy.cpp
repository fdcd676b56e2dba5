#include "simt/execution/block_cluster.hpp"
#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/address_operands.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/memory_access.hpp"

// cp.async of 4, 8 or 16 bytes per lane, and its groups. op[0] is the source size, immediate the
// destination size; lanes of the predicate op[1] (with op[2], those without) read nothing.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using family = pending_copies::family;

access lanes_of(lane_context& context, const instruction& in, std::size_t which, u32 active) {
  access access;
  access.size = static_cast<unsigned>(in.immediate);
  access.active = active;
  for (unsigned lane = 0; lane < 32; ++lane)
    access.address[lane] = lane_address(context, in, which, lane);
  return access;
}

// The number of the copies to this block's shared memory, if they are followed; 0: none is.
u32 follow(lane_context& context, const instruction& in, access target, u32 good) {
  if (!context.elements) return 0;
  target.active = 0;
  for_each_lane(good, [&](unsigned lane) {
    if (target.address[lane] < context.shared_bytes) target.active |= 1u << lane;
  });
  return target.active == 0 ? 0 : context.elements->begin(context, in, target);
}

// What names a lane's copy in its pending_copy.
u64 name_of(const lane_context& context, u32 number, unsigned lane, u64 address) {
  return number == 0 || address >= context.shared_bytes
             ? 0
             : element_copy{context.cluster_rank, number, lane}.pack();
}

// Reads and writes are checked and counted when the copy is issued.
void copy(lane_context& context, const instruction& in, u32 active) {
  const auto size = static_cast<u32>(in.immediate);
  const auto* source_size = lanes_at<u32>(context, in.op[0]);
  const u32 ignores = in.op[1] == 0 ? 0 : *lanes_at<u32>(context, in.op[1]) ^ in.op[2];
  u32 reads = 0;
  for_each_lane(active & ~ignores, [&](unsigned lane) {
    if (source_size[lane] != 0) reads |= 1u << lane;
  });
  lane_pointers to, from;
  access target = lanes_of(context, in, 0, active);
  target.space = state_space::shared;
  target.kind = access_kind::store;
  target.counted = false;
  const u32 good = resolve(context, in, target, to);
  u32 readable = 0;
  if (reads != 0) {
    access source = lanes_of(context, in, 1, reads);
    source.space = state_space::global;
    readable = resolve(context, in, source, from);
  }
  const u32 number = follow(context, in, target, good);
  for_each_lane(good, [&](unsigned lane) {
    const u32 bytes = (readable >> lane) & 1 ? std::min(source_size[lane], size) : 0;
    context.cluster->copies().add(family::element, thread_in_cluster(context, lane),
                                  {.to = to[lane],
                                   .from = bytes == 0 ? nullptr : from[lane],
                                   .bytes = bytes,
                                   .zeros = size - bytes,
                                   .flight = name_of(context, number, lane, target.address[lane])});
  });
}

template <family kind>
void commit(lane_context& context, const instruction&, u32 active) {
  for_each_lane(active, [&](unsigned lane) {
    context.cluster->copies().commit(kind, thread_in_cluster(context, lane));
  });
}

// immediate: the number of groups that may stay pending; target: whether only their reads count.
template <family kind>
void wait(lane_context& context, const instruction& in, u32 active) {
  ++context.changes;
  for_each_lane(active, [&](unsigned lane) {
    context.cluster->copies().wait(kind, thread_in_cluster(context, lane),
                                   static_cast<std::size_t>(in.immediate), in.target != 0);
  });
  if (context.elements) settle_copies(context);
  if (!context.flights) return;
  land_copies(context);
  context.flights->inform(context.warp);
}

void wait_all(lane_context& context, const instruction& in, u32 active) {
  commit<family::element>(context, in, active);
  wait<family::element>(context, in, active);
}

void decode_copy(decoder& d, instruction& out) {
  std::vector<address_source> addresses;
  add_address(d, d.at(0), addresses);
  add_address(d, d.at(1), addresses);
  out.target = d.address_list(std::move(addresses));
  const operand& size = d.at(2);
  if (size.what != operand::kind::integer || (size.bits != 4 && size.bits != 8 && size.bits != 16))
    d.unsupported("expected a copy of 4, 8 or 16 bytes");
  out.immediate = static_cast<std::int64_t>(size.bits);
  out.execute = copy;
  out.copies_later = true;
  out.op[0] = d.value(size, scalar_type::u32);
  if (d.operands() <= 3) return;
  const operand& fourth = d.at(3);
  if (d.is_predicate(fourth)) {
    out.op[1] = d.predicate(fourth);
    out.op[2] = fourth.negated ? ~u32{0} : 0;
    return;
  }
  const bool policy = d.width(fourth, 4) == 8;
  if (!policy) out.op[0] = d.value(fourth, scalar_type::u32);
}

}  // namespace

bool decode_async_copy(decoder& d, instruction& out) {
  if (!d.is("cp") || !d.has("async") || d.has("tensor")) return false;
  out.instruction_class = counter::memory_instructions;
  const bool bulk = d.has("bulk");
  if (d.has("commit_group")) {
    out.execute = bulk ? commit<family::bulk> : commit<family::element>;
  } else if (d.has("wait_all")) {
    out.execute = wait_all;
  } else if (d.has("wait_group")) {
    if (d.at(0).what != operand::kind::integer)
      d.unsupported("the number of groups is not a constant");
    out.execute = bulk ? wait<family::bulk> : wait<family::element>;
    out.immediate = static_cast<std::int64_t>(d.at(0).bits);
    out.target = d.has("read") ? 1 : 0;
  } else if (!bulk && (d.has("ca") || d.has("cg"))) {
    d.follow_element_copies();
    decode_copy(d, out);
  } else {
    return false;
  }
  return true;
}

}  // namespace warpmark::simt
