#include "simt/instructions/mma_modifiers.hpp"

#include <array>
#include <bit>
#include <cstdio>

#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {
namespace {

constexpr std::array<named_tensor_type, 11> tensor_types = {{{"f16", tensor_type::f16, 16},
                                                             {"bf16", tensor_type::bf16, 16},
                                                             {"tf32", tensor_type::tf32, 32},
                                                             {"f64", tensor_type::f64, 64},
                                                             {"e4m3", tensor_type::e4m3, 8},
                                                             {"e5m2", tensor_type::e5m2, 8},
                                                             {"s8", tensor_type::s8, 8},
                                                             {"u8", tensor_type::u8, 8},
                                                             {"s4", tensor_type::s4, 4},
                                                             {"u4", tensor_type::u4, 4},
                                                             {"b1", tensor_type::b1, 1}}};

bool is_tensor_or_sum_type(const std::string& text) {
  for (const named_tensor_type& type : tensor_types)
    if (type.name == text) return true;
  return text == "f32" || text == "s32";
}

void execute_product(lane_context& context, const instruction& in, std::uint32_t active) {
  const matrix_product& product = context.program->products[in.target];
  (*context.counters)[operations_of(product.left)] += product.operations;
  multiply(context, product, active);
}

}  // namespace

counter operations_of(tensor_type type) {
  switch (type) {
    case tensor_type::f16:
      return counter::tensor_f16_operations;
    case tensor_type::bf16:
      return counter::tensor_bf16_operations;
    case tensor_type::tf32:
      return counter::tensor_tf32_operations;
    case tensor_type::f64:
      return counter::tensor_f64_operations;
    case tensor_type::e4m3:
    case tensor_type::e5m2:
      return counter::tensor_fp8_operations;
    case tensor_type::s8:
    case tensor_type::u8:
      return counter::tensor_int8_operations;
    case tensor_type::s4:
    case tensor_type::u4:
      return counter::tensor_int4_operations;
    default:
      return counter::tensor_int1_operations;
  }
}

// Of mma, wmma and wgmma.
bool is_shape(const product_shape& shape, bool of_warp_group) {
  const auto& [rows, columns, depth] = shape;
  if (!std::has_single_bit(depth) || depth < 4 || depth > 256) return false;
  if (of_warp_group) return rows == 64 && columns % 8 == 0 && columns >= 8 && columns <= 256;
  return ((rows == 8 || rows == 16) && columns == 8) || (rows == 16 && columns == 16) ||
         (rows == 32 && columns == 8) || (rows == 8 && columns == 32);
}

mma_modifiers read_modifiers(const decoder& d) {
  mma_modifiers result;
  for (const std::string& text : d.source().modifiers) {
    unsigned m = 0, n = 0, k = 0;
    if (std::sscanf(text.c_str(), "m%3un%3uk%3u", &m, &n, &k) == 3)
      result.shape = {m, n, k};
    else if (text == "row" || text == "col")
      result.layouts.push_back(text);
    else if (is_tensor_or_sum_type(text))
      result.types.push_back(text);
  }
  if (!is_shape(result.shape, d.is("wgmma"))) d.unsupported("the shape");
  return result;
}

const named_tensor_type& element_type(const decoder& d, const std::string& name) {
  for (const named_tensor_type& type : tensor_types)
    if (type.name == name) return type;
  d.unsupported("the type of A or B");
}

accumulator_type sum_type(const decoder& d, const std::string& name) {
  if (name == "f16") return accumulator_type::f16;
  if (name == "f32") return accumulator_type::f32;
  if (name == "f64") return accumulator_type::f64;
  if (name == "s32") return accumulator_type::s32;
  d.unsupported("the type of C or D");
}

unsigned bits_of(accumulator_type type) {
  return type == accumulator_type::f16 ? 16 : type == accumulator_type::f64 ? 64 : 32;
}

void require_depth(const decoder& d, unsigned depth, unsigned bits) {
  const unsigned of_four_lanes = bits == 64 ? 4 : 128 / bits;
  if (depth == 0 || depth % of_four_lanes != 0)
    d.unsupported("elements of this size in this shape");
}

unsigned word_bits(const named_tensor_type& type) { return type.bits == 1 ? 32 : type.bits; }

std::size_t wmma_copies(const fragment& once, tensor_type type, const product_shape& shape) {
  return type == tensor_type::f16 && shape.depth == 16 ? 8 / once.registers() : 1;
}

product_shape in_words(product_shape shape, tensor_type type) {
  if (type == tensor_type::b1) shape.depth /= 32;
  return shape;
}

std::vector<std::uint32_t> registers_of(decoder& d, const operand& from, const fragment& as,
                                        bool written, std::size_t copies) {
  const bool list = from.what == operand::kind::list;
  const std::size_t count = list ? from.parts.size() : 1;
  if (count != as.registers() * copies)
    d.unsupported("another number of registers than the shape has");
  std::vector<std::uint32_t> slots;
  for (std::size_t i = 0; i < (written ? count : as.registers()); ++i) {
    const operand& part = list ? from.parts[i] : from;
    slots.push_back(written ? d.destination(part, as.bits == 64 ? 8 : 4)
                            : d.value(part, as.bits == 64 ? scalar_type::b64 : scalar_type::b32));
  }
  return slots;
}

void finish_product(decoder& d, instruction& out, matrix_product product) {
  out.target = d.add_product(std::move(product));
  out.execute = execute_product;
  out.instruction_class = counter::tensor_instructions;
  d.need_whole_warp(out);
}

}  // namespace warpmark::simt
