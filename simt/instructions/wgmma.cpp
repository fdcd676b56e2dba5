#include <bit>

#include "simt/execution/warp_groups.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/mma_modifiers.hpp"
#include "simt/instructions/wgmma_checks.hpp"
#include "simt/memory/access_watch.hpp"

// wgmma: asynchronous products of a warp group. `target` of mma_async is its product, `immediate`
// of wait_group the number of groups that may stay pending.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

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
  check_group(context, in);
  check_registers(context, in, product);
  check_operands(context, in, issued, true);
  if (const issued_product* other = context.groups->issue(context.warp, issued))
    report_other_product(context, in, *other);
}

void fence_registers(lane_context& context, const instruction&, u32) {
  context.groups->fence(context.warp);
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
  while (const issued_product* next = groups.perform_next(context.warp, due)) {
    // It may read until now, too.
    check_operands(context, context.program->code[next->site], *next, false);
    multiply(context, *next, live);
  }
  groups.complete(context.warp, due);
  if (!context.watch) return;
  context.watch->meet(context, active);
  // All four warps' reads are over: programs let one thread of the group tell that of its stage.
  for (u32 w = 0; w < warps_of_group; ++w)
    if (((live >> w) & 1) && first + w != context.warp) context.watch->follow(context, first + w);
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
  product.d = tiled_sum_fragment(rows_of_one, columns, bits_of(product.d_type));
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
  d.need_warp_groups();
  out.instruction_class = counter::other_instructions;
  if (d.has("mma_async")) {
    d.need_proxy_fence();
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
    out.execute = fence_registers;
  } else {
    return false;
  }
  return true;
}

}  // namespace warpmark::simt
