#include "simt/memory/bulk_access.hpp"

#include <fmt/format.h>

#include "simt/execution/launch_state.hpp"
#include "simt/finding_log.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/partial_stores.hpp"
#include "simt/memory/touched_bytes.hpp"

namespace warpmark::simt {
namespace {

std::uint64_t sectors_of(std::uint64_t address, std::uint64_t bytes) {
  return (address + bytes - 1) / sector_bytes - address / sector_bytes + 1;
}

void look_for_unwritten_bytes(lane_context& context, const instruction& in, unsigned lane,
                              const allocation& from, std::uint64_t address, std::uint64_t bytes) {
  if (!context.launch->check.uninitialised_reads || from.written->all(address - from.base, bytes) ||
      !context.findings->first_time(finding_kind::uninitialised_read, in.site))
    return;
  std::uint64_t first = address;
  while (from.written->all(first - from.base, 1)) ++first;
  context.findings->add(
      finding_kind::uninitialised_read, in.site, context, 1u << lane,
      fmt::format(
          "bulk copy reads {} bytes of global memory at {:#x}, of which nothing has written "
          "those from {:#x} on, {}",
          bytes, address, first, context.global->describe(first)));
}

}  // namespace

void bulk_read(lane_context& context, const instruction& in, unsigned lane, const allocation& from,
               std::uint64_t address, std::uint64_t bytes) {
  look_for_unwritten_bytes(context, in, lane, from, address, bytes);
  if (context.watch) context.watch->access_bulk(access_kind::load, from, address, bytes);
  (*context.counters)[counter::bulk_load_sectors] += sectors_of(address, bytes);
  add_touches(context, context.touched->touch(from, address - from.base, bytes, true, false));
}

void bulk_write(lane_context& context, const instruction& in, unsigned lane, const allocation& to,
                std::uint64_t address, std::uint64_t bytes, bool reduces) {
  if (reduces) look_for_unwritten_bytes(context, in, lane, to, address, bytes);
  if (context.watch)
    context.watch->access_bulk(reduces ? access_kind::atomic : access_kind::store, to, address,
                               bytes);
  if (context.launch->check.uninitialised_reads) to.written->mark(address - to.base, bytes);
  (*context.counters)[counter::bulk_store_sectors] += sectors_of(address, bytes);
  add_touches(context, context.touched->touch(to, address - to.base, bytes, reduces, true));
  if (context.partial_stores && !reduces)
    context.partial_stores->store_bytes(context.warp, to, address - to.base, bytes,
                                        *context.touched);
}

}  // namespace warpmark::simt
