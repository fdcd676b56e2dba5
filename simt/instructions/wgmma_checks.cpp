#include "simt/instructions/wgmma_checks.hpp"

#include <bit>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/execution/warp.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/matrix_descriptor.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/memory/proxy_watch.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

const warp& warp_of_block(const lane_context& context, u32 index) {
  return (*context.cluster->at(context.cluster_rank).warps)[index];
}

// Checks the reads of the pieces [first, end) of each of the lines [0, lines): bounds,
// uninitialised memory, races.
struct piece_range {
  u32 first_line, end_line, first, end;
};
void check_pieces(lane_context& context, const instruction& in, u64 descriptor, bool mn_major,
                  const piece_range& range, bool issued_now) {
  const matrix_descriptor matrix = decode_matrix_descriptor(descriptor);
  access request;
  request.space = state_space::shared;
  request.size = matrix_piece_bytes;
  request.counted = false;
  u32 count = 0;
  lane_pointers pointers;
  const auto check = [&] {
    if (count == 0) return;
    request.active = count == 32 ? all_lanes : (1u << count) - 1;
    const u32 good = resolve(context, in, request, pointers);
    for_each_lane(issued_now ? good : 0, [&](unsigned lane) {
      check_async_read(context, in, 1u << lane, request.address[lane], matrix_piece_bytes);
    });
    count = 0;
  };
  for (u32 line = range.first_line; line < range.end_line; ++line)
    for (u32 piece = range.first; piece < range.end; ++piece) {
      request.address[count++] = piece_address(matrix, mn_major, line, piece);
      if (count == 32) check();
    }
  check();
}

void report_unfenced(lane_context& context, const instruction& in,
                     const warp_groups::unfenced_access& found) {
  const u32 other = found.never_fenced ? in.site : found.site;
  if (!context.findings->first_time(finding_kind::missing_wgmma_fence, in.site, other)) return;
  if (found.never_fenced) {
    context.findings->add(finding_kind::missing_wgmma_fence, in.site, context, all_lanes,
                          "no wgmma.fence is before the first wgmma of the warp");
    return;
  }
  context.findings->add(
      finding_kind::missing_wgmma_fence, in.site, context, all_lanes,
      fmt::format("no wgmma.fence is between it and {} of one of its registers at {}",
                  found.by_product ? "a wgmma of another shape" : "the write",
                  place_text(*context.program, found.site)),
      conflicting_access{found.site, context.block, context.warp, all_lanes});
}

}  // namespace

u32 live_warps_of_group(const lane_context& context) {
  const std::size_t count = context.cluster->at(context.cluster_rank).warps->size();
  const u32 first = context.warp / warps_of_group * warps_of_group;
  u32 live = 0;
  for (u32 w = 0; w < warps_of_group && first + w < count; ++w)
    if (warp_of_block(context, first + w).live() != 0) live |= 1u << w;
  return live;
}

void check_group(lane_context& context, const instruction& in) {
  constexpr u32 all = (1u << warps_of_group) - 1;
  u32 live = live_warps_of_group(context);
  // Others may have exited since they issued it.
  const u32 first = context.warp / warps_of_group * warps_of_group;
  const std::size_t count = context.cluster->at(context.cluster_rank).warps->size();
  for (u32 w = 0; w < warps_of_group && first + w < count; ++w)
    if (context.groups->is_ahead(first + w, context.warp)) live |= 1u << w;
  if (live == all || !context.findings->first_time(finding_kind::missing_lanes, in.site)) return;
  context.findings->add(
      finding_kind::missing_lanes, in.site, context, all_lanes,
      fmt::format(
          "it needs the four warps of a warp group, and only {} of warps {} to {} take part",
          std::popcount(live), context.warp / warps_of_group * warps_of_group,
          context.warp / warps_of_group * warps_of_group + warps_of_group - 1));
}

void check_registers(lane_context& context, const instruction& in,
                     const warp_group_product& product) {
  if (const auto unfenced = context.groups->find_unfenced(context.warp, product))
    report_unfenced(context, in, *unfenced);
}

void check_operands(lane_context& context, const instruction& in, const issued_product& issued,
                    bool issued_now) {
  const warp_group_product& product = *issued.product;
  const u32 per = 128 / product.element_bits, depth = product.shape.depth;
  constexpr u32 rows = 16;
  const u32 row = context.warp % warps_of_group * rows, columns = product.shape.columns;
  if (!product.a_in_registers())
    check_pieces(context, in, issued.a_descriptor, product.a_mn_major,
                 product.a_mn_major ? piece_range{0, depth, row / per, (row + rows) / per}
                                    : piece_range{row, row + rows, 0, depth / per},
                 issued_now);
  check_pieces(context, in, issued.b_descriptor, product.b_mn_major,
               product.b_mn_major ? piece_range{0, depth, 0, columns / per}
                                  : piece_range{0, columns, 0, depth / per},
               issued_now);
}

void report_other_product(lane_context& context, const instruction& in,
                          const issued_product& other) {
  if (!context.findings->first_time(finding_kind::missing_lanes, in.site)) return;
  const bool same_site = other.site == in.site;
  context.findings->add(
      finding_kind::missing_lanes, in.site, context, all_lanes,
      same_site ? std::string("the warps of the warp group have different descriptors or scale-d")
                : fmt::format("another warp of the warp group executes the one at {}",
                              place_text(*context.program, other.site)));
}

}  // namespace warpmark::simt
