#include <algorithm>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/warp.hpp"
#include "simt/execution/warp_groups.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/matrix_descriptor.hpp"
#include "simt/instructions/mma_modifiers.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/memory_access.hpp"

// wgmma: asynchronous products of a warp group. `target` of mma_async is its product, `immediate`
// of wait_group the number of groups that may stay pending.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

const warp& warp_of_block(const lane_context& context, u32 index) {
  return (*context.cluster->at(context.cluster_rank).warps)[index];
}

// A bit for each warp of the group that exists and has not exited.
u32 live_warps_of_group(const lane_context& context) {
  const std::size_t count = context.cluster->at(context.cluster_rank).warps->size();
  const u32 first = context.warp / warps_of_group * warps_of_group;
  u32 live = 0;
  for (u32 w = 0; w < warps_of_group && first + w < count; ++w)
    if (warp_of_block(context, first + w).live() != 0) live |= 1u << w;
  return live;
}

void report_incomplete_group(lane_context& context, const instruction& in) {
  constexpr u32 all = (1u << warps_of_group) - 1;
  const u32 live = live_warps_of_group(context);
  if (live == all || !context.findings->first_time(finding_kind::missing_lanes, in.site)) return;
  context.findings->add(
      finding_kind::missing_lanes, in.site, context, all_lanes,
      fmt::format(
          "it needs the four warps of a warp group, and only {} of warps {} to {} take part",
          std::popcount(live), context.warp / warps_of_group * warps_of_group,
          context.warp / warps_of_group * warps_of_group + warps_of_group - 1));
}

// Checks the reads of the pieces [first, end) of each of the lines [0, lines): bounds,
// uninitialised memory, races.
struct piece_range {
  u32 first_line, end_line, first, end;
};
void check_pieces(lane_context& context, const instruction& in, u64 descriptor, bool mn_major,
                  const piece_range& range) {
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
    resolve(context, in, request, pointers);
    count = 0;
  };
  for (u32 line = range.first_line; line < range.end_line; ++line)
    for (u32 piece = range.first; piece < range.end; ++piece) {
      request.address[count++] = piece_address(matrix, mn_major, line, piece);
      if (count == 32) check();
    }
  check();
}

// Each warp reads its rows of A, and all of B.
void check_operands(lane_context& context, const instruction& in, const issued_product& issued) {
  const warp_group_product& product = *issued.product;
  const u32 per = 128 / product.element_bits, depth = product.shape.depth;
  constexpr u32 rows = 16;
  const u32 row = context.warp % warps_of_group * rows, columns = product.shape.columns;
  if (!product.a_in_registers())
    check_pieces(context, in, issued.a_descriptor, product.a_mn_major,
                 product.a_mn_major ? piece_range{0, depth, row / per, (row + rows) / per}
                                    : piece_range{row, row + rows, 0, depth / per});
  check_pieces(context, in, issued.b_descriptor, product.b_mn_major,
               product.b_mn_major ? piece_range{0, depth, 0, columns / per}
                                  : piece_range{0, columns, 0, depth / per});
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

void issue_product(lane_context& context, const instruction& in, u32 active) {
  const warp_group_product& product = context.program->group_products[in.target];
  (*context.counters)[operations_of(product.left)] += product.operations / warps_of_group;
  const auto lane = static_cast<unsigned>(std::countr_zero(active));
  const u32 accumulates = *lanes_at<u32>(context, product.accumulates) ^ product.accumulate_flip;
  const issued_product issued{
      .product = &product,
      .site = in.site,
      .a_descriptor =
          product.a_in_registers() ? 0 : lanes_at<u64>(context, product.a_descriptor)[lane],
      .b_descriptor = lanes_at<u64>(context, product.b_descriptor)[lane],
      .accumulates = ((accumulates >> lane) & 1) != 0};
  ++context.changes;
  report_incomplete_group(context, in);
  check_operands(context, in, issued);
  if (const issued_product* other = context.groups->issue(context.warp, issued))
    report_other_product(context, in, *other);
}

void commit_products(lane_context& context, const instruction&, u32) {
  context.groups->commit(context.warp);
}

// Waits until the warps of the group have issued what this one waits for.
void wait_for_products(lane_context& context, const instruction& in, u32 active) {
  warp_groups& groups = *context.groups;
  const u64 due = groups.due(context.warp, static_cast<std::size_t>(in.immediate));
  const u32 first = context.warp / warps_of_group * warps_of_group;
  const u32 live = live_warps_of_group(context);
  for (u32 w = 0; w < warps_of_group; ++w)
    if (((live >> w) & 1) && groups.issued(first + w) < due) {
      context.must_wait = true;
      return;
    }
  ++context.changes;
  while (const issued_product* next = groups.perform_next(context.warp, due))
    multiply(context, *next, live);
  groups.complete(context.warp, due);
  if (context.watch) context.watch->meet(context, active);
}

unsigned depth_of(tensor_type type) {
  switch (type) {
    case tensor_type::f16:
    case tensor_type::bf16:
      return 16;
    case tensor_type::tf32:
      return 8;
    case tensor_type::b1:
      return 256;
    default:
      return 32;
  }
}

bool is_wgmma_type(tensor_type type) {
  return type != tensor_type::f64 && type != tensor_type::s4 && type != tensor_type::u4;
}

void require_wgmma_shape(const decoder& d, const product_shape& shape, tensor_type type) {
  if (!is_wgmma_type(type)) d.unsupported("the type of A or B");
  if (shape.rows != 64 || shape.columns % 8 != 0 || shape.columns == 0 || shape.columns > 256 ||
      shape.depth != depth_of(type))
    d.unsupported("the shape");
}

// imm-scale-a, imm-scale-b, imm-trans-a and imm-trans-b, of which some types lack some.
std::int64_t constant_operand(decoder& d, std::size_t i) {
  if (d.at(i).what != operand::kind::integer) d.unsupported("a scale that is not a constant");
  return static_cast<std::int64_t>(d.at(i).bits);
}
bool is_negative_scale(decoder& d, std::size_t i) {
  const std::int64_t scale = constant_operand(d, i);
  if (scale != 1 && scale != -1) d.unsupported("a scale that is not 1 or -1");
  return scale < 0;
}

void read_scales(decoder& d, std::size_t next, warp_group_product& to) {
  if (d.operands() < next + 2) return;
  to.negates = is_negative_scale(d, next) != is_negative_scale(d, next + 1);
  next += 2;
  if (to.element_bits != 16) return;
  if (!to.a_in_registers()) to.a_mn_major = constant_operand(d, next++) != 0;
  to.b_mn_major = constant_operand(d, next) != 0;
}

void decode_mma_async(decoder& d, instruction& out) {
  if (d.has("sp")) d.unsupported("sparse products of a warp group");
  const mma_modifiers modifiers = read_modifiers(d);
  if (modifiers.types.size() != 3) d.unsupported("expected the types of D, A and B");
  const named_tensor_type& left = element_type(d, modifiers.types[1]);
  const named_tensor_type& right = element_type(d, modifiers.types[2]);
  if (left.bits != right.bits) d.unsupported("A and B of different sizes");
  require_wgmma_shape(d, modifiers.shape, left.type);
  const auto& [rows, columns, depth] = modifiers.shape;
  warp_group_product product{.shape = in_words(modifiers.shape, left.type),
                             .left = left.type,
                             .right = right.type,
                             .d_type = sum_type(d, modifiers.types[0]),
                             .element_bits = left.bits == 1 ? 32 : left.bits,
                             .saturates = d.has("satfinite"),
                             .operations = std::uint64_t{2} * rows * columns * depth};
  constexpr unsigned rows_of_one = 16;
  product.d = wide_sum_fragment(rows_of_one, columns, bits_of(product.d_type));
  product.d_slots = registers_of(d, d.at(0), product.d, true);
  if (d.at(1).what == operand::kind::list) {
    product.a = left_fragment(rows_of_one, product.shape.depth, product.element_bits);
    product.a_slots = registers_of(d, d.at(1), product.a, false);
  } else {
    product.a_descriptor = d.value(d.at(1), scalar_type::b64);
  }
  product.b_descriptor = d.value(d.at(2), scalar_type::b64);
  product.accumulates = d.predicate(d.at(3));
  product.accumulate_flip = d.at(3).negated ? ~u32{0} : 0;
  read_scales(d, 4, product);
  out.target = d.add_product(std::move(product));
  out.execute = issue_product;
  out.instruction_class = counter::tensor_instructions;
  d.need_whole_warp(out);
}

}  // namespace

bool decode_wgmma(decoder& d, instruction& out) {
  if (!d.is("wgmma")) return false;
  out.instruction_class = counter::other_instructions;
  if (d.has("mma_async")) {
    decode_mma_async(d, out);
  } else if (d.has("commit_group")) {
    out.execute = commit_products;
  } else if (d.has("wait_group")) {
    if (d.at(0).what != operand::kind::integer)
      d.unsupported("the number of groups is not a constant");
    out.immediate = static_cast<std::int64_t>(d.at(0).bits);
    out.control = flow::wait;
    out.execute = wait_for_products;
  } else if (d.has("fence")) {
    out.execute = nothing;
  } else {
    return false;
  }
  return true;
}

}  // namespace warpmark::simt
