#include <algorithm>

#include "tests/simt/conformance/inputs.hpp"
#include "tests/simt/conformance/reference.hpp"

// Integers as the mathematician has them, in 128 bits, cut to the result's width at the end.

namespace conformance {
namespace {

using std::uint64_t;
__extension__ using whole = __int128;

using exact_function = whole (*)(whole a, whole b, whole c);

struct operation {
  const char* opcode;
  exact_function exact;
};

constexpr operation operations[] = {
    {"add", [](whole a, whole b, whole) { return a + b; }},
    {"sub", [](whole a, whole b, whole) { return a - b; }},
    {"min", [](whole a, whole b, whole) { return std::min(a, b); }},
    {"max", [](whole a, whole b, whole) { return std::max(a, b); }},
    {"abs", [](whole a, whole, whole) { return a < 0 ? -a : a; }},
    {"neg", [](whole a, whole, whole) { return -a; }},
    {"sad", [](whole a, whole b, whole c) { return c + (a < b ? b - a : a - b); }},
    {"and", [](whole a, whole b, whole) { return a & b; }},
    {"or", [](whole a, whole b, whole) { return a | b; }},
    {"xor", [](whole a, whole b, whole) { return a ^ b; }},
    {"not", [](whole a, whole, whole) { return ~a; }},
};

bool is_integer(const std::string& type) {
  return type.size() <= 3 && (type[0] == 'u' || type[0] == 's' || type[0] == 'b');
}

whole value_of(uint64_t bits, unsigned width, bool is_signed) {
  if (width < 64) bits &= (uint64_t{1} << width) - 1;
  const whole plain = bits;
  return is_signed && (bits >> (width - 1)) & 1 ? plain - (whole{1} << width) : plain;
}

uint64_t cut(whole value, unsigned width) {
  const auto bits = static_cast<uint64_t>(value);
  return width < 64 ? bits & ((uint64_t{1} << width) - 1) : bits;
}

// Products: 64-bit ones wrap beyond the signed 128 bits, which their low and high halves survive.
reference product_reference(const mnemonic& name, unsigned width, bool is_signed,
                            unsigned result_width) {
  const bool high = name.has("hi"), adds = name.opcode == "mad";
  if (name.has("sat") || (high && width == 64 && !is_signed)) return {};
  return [=](const std::vector<uint64_t>& in) -> std::optional<uint64_t> {
    const whole a = value_of(in[0], width, is_signed), b = value_of(in[1], width, is_signed);
    __extension__ using wrapping = unsigned __int128;
    auto product = static_cast<whole>(static_cast<wrapping>(a) * static_cast<wrapping>(b));
    if (high) product >>= width;
    const auto addend = adds ? static_cast<wrapping>(in[2]) : wrapping{0};
    return cut(static_cast<whole>(static_cast<wrapping>(product) + addend), result_width);
  };
}

}  // namespace

reference integer_reference(const entry& e) {
  const mnemonic name(e.name);
  if (name.modifiers.empty() || !is_integer(name.modifiers.back())) return {};
  if (name.opcode == "cvt" || name.opcode == "set" || name.has("cc")) return {};
  const std::string type = name.modifiers.back();
  const bool is_signed = type[0] == 's';
  const unsigned width = bits_of(type), result_width = bits_of(e.result);
  if (name.opcode == "mul" || name.opcode == "mad")
    return product_reference(name, width, is_signed, result_width);
  const auto* const found =
      std::find_if(std::begin(operations), std::end(operations),
                   [&](const operation& operation) { return name.opcode == operation.opcode; });
  if (found == std::end(operations)) return {};
  const bool clamps = name.has("sat"), relu = name.has("relu");
  return [=, exact = found->exact](const std::vector<uint64_t>& in) -> std::optional<uint64_t> {
    whole operand[3] = {};
    for (std::size_t i = 0; i < in.size(); ++i) operand[i] = value_of(in[i], width, is_signed);
    whole result = exact(operand[0], operand[1], operand[2]);
    const whole end = whole{1} << (width - 1);
    if (clamps) result = std::clamp(result, -end, end - 1);
    if (relu) result = std::max<whole>(result, 0);
    return cut(result, result_width);
  };
}

}  // namespace conformance
