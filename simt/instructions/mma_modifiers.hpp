#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simt/instructions/decoder.hpp"
#include "simt/instructions/matrix_product.hpp"

// What mma, wmma and wgmma have in common: their modifiers, registers and products. All throw
// unsupported_instruction.

namespace warpmark::simt {

struct named_tensor_type {
  std::string_view name;
  tensor_type type;
  unsigned bits;
};

/// The shape, the types and the layouts among the modifiers, in their order.
struct mma_modifiers {
  product_shape shape{};
  std::vector<std::string> types, layouts;
};

mma_modifiers read_modifiers(const decoder& d);

/// A type of A and B, and one of C and D, by name.
const named_tensor_type& element_type(const decoder& d, const std::string& name);
accumulator_type sum_type(const decoder& d, const std::string& name);
unsigned bits_of(accumulator_type type);

/// The counter of operations on elements of this type.
counter operations_of(tensor_type type);

/// The shape by which it is computed: single bits are multiplied word by word.
product_shape in_words(product_shape shape, tensor_type type);

/// The registers of an operand, whose number the fragment gives: `copies` times as many if each
/// element is repeated, of which the first are returned if they are read.
std::vector<std::uint32_t> registers_of(decoder& d, const operand& from, const fragment& as,
                                        bool written, std::size_t copies = 1);

/// Refuses a depth that is not made of four lanes' registers with elements of so many bits.
void require_depth(const decoder& d, unsigned depth, unsigned bits);

/// Bits of what a fragment of this type is made of: single bits come in words.
unsigned word_bits(const named_tensor_type& type);

/// How often the registers of a wmma operand repeat its elements: f16 fills eight registers.
std::size_t wmma_copies(const fragment& once, tensor_type type, const product_shape& shape);

/// wmma.load and wmma.store.
void decode_wmma_transfer(decoder& d, instruction& out);

/// Completes an instruction that multiplies.
void finish_product(decoder& d, instruction& out, matrix_product product);

}  // namespace warpmark::simt
