#include "simt/instructions/tensor_reduction.hpp"

#include <string_view>

#include "simt/instructions/bulk_reduction.hpp"

namespace warpmark::simt {
namespace {

constexpr const char* tensor_operations[] = {"",    "add", "min", "max", "inc",
                                             "dec", "and", "or",  "xor"};

// What the instructions of one dimension call the type.
std::string_view reduced_type(std::string_view operation, tensor_element element) {
  const bool bits = operation == "and" || operation == "or" || operation == "xor";
  switch (element) {
    case tensor_element::u32:
    case tensor_element::s32:
      return bits ? "b32" : element == tensor_element::u32 ? "u32" : "s32";
    case tensor_element::u64:
    case tensor_element::s64:
      // An H100 ends "and" of signed ones with an illegal instruction.
      if (bits) return element == tensor_element::u64 ? "b64" : "none";
      // Sums of both have the same bits.
      return element == tensor_element::u64 || operation == "add" ? "u64" : "s64";
    case tensor_element::f16:
      return "f16";
    case tensor_element::bf16:
      return "bf16";
    case tensor_element::f32:
      return "f32";
    case tensor_element::f64:
      return "f64";
    default:
      return "none";  // Elements of 8 and 16 bits have no reductions.
  }
}

}  // namespace

std::uint32_t find_tensor_reduction(const decoder& d) {
  for (std::uint32_t i = 1; i < std::size(tensor_operations); ++i)
    if (d.has(tensor_operations[i])) return i;
  d.unsupported("unknown reduction");
}

combine_bytes tensor_reduction(std::uint32_t number, tensor_element element) {
  const std::string_view operation = tensor_operations[number];
  return find_bulk_reduction(operation, reduced_type(operation, element));
}

}  // namespace warpmark::simt
