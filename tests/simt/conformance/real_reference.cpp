#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "tests/simt/conformance/reference.hpp"

// f32 and f64 by the host's processor in the rounding mode asked for.

namespace conformance {
namespace {

using std::uint64_t;

template <class T>
T real_of(uint64_t bits) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else
    return std::bit_cast<double>(bits);
}

// Volatile: nothing may be computed before or after the change of mode.
template <class T>
T compute(const std::string& opcode, int mode, T first, T second, T third) {
  volatile T a = first, b = second, c = third, result = 0;
  std::fesetround(mode);
  if (opcode == "add") result = a + b;
  if (opcode == "sub") result = a - b;
  if (opcode == "mul") result = a * b;
  if (opcode == "div") result = a / b;
  if (opcode == "sqrt") result = std::sqrt(a);
  if (opcode == "rcp") result = T(1) / a;
  if (opcode == "fma" || opcode == "mad") result = std::fma(a, b, c);
  std::fesetround(FE_TONEAREST);
  return result;
}

int mode_of(const mnemonic& name) {
  if (name.has("rz")) return FE_TOWARDZERO;
  if (name.has("rm")) return FE_DOWNWARD;
  return name.has("rp") ? FE_UPWARD : FE_TONEAREST;
}

template <class T>
bool is_subnormal(T value) {
  return value != 0 && std::fabs(value) < std::numeric_limits<T>::min();
}

template <class T>
reference reference_in(const mnemonic& name) {
  const bool ftz = name.has("ftz"), sat = name.has("sat");
  const int mode = mode_of(name);
  return [=, opcode = name.opcode](const std::vector<uint64_t>& in) -> std::optional<uint64_t> {
    T operand[3] = {};
    for (std::size_t i = 0; i < in.size(); ++i) {
      operand[i] = real_of<T>(in[i]);
      if (ftz && is_subnormal(operand[i])) operand[i] = std::copysign(T(0), operand[i]);
    }
    T result = compute<T>(opcode, mode, operand[0], operand[1], operand[2]);
    // Whether this was tiny before it was rounded, the cards' question, is left to records.
    if (ftz && std::fabs(result) == std::numeric_limits<T>::min()) return std::nullopt;
    if (ftz && is_subnormal(result)) result = std::copysign(T(0), result);
    if (sat) result = result > 0 ? std::min(result, T(1)) : T(0);
    if (std::isnan(result)) {
      if (sizeof(T) == 8) return std::nullopt;
      return 0x7fffffff;
    }
    if constexpr (sizeof(T) == 4)
      return std::bit_cast<std::uint32_t>(result);
    else
      return std::bit_cast<uint64_t>(result);
  };
}

}  // namespace

reference real_reference(const entry& e) {
  const mnemonic name(e.name);
  const bool known = name.opcode == "add" || name.opcode == "sub" || name.opcode == "mul" ||
                     name.opcode == "div" || name.opcode == "sqrt" || name.opcode == "rcp" ||
                     name.opcode == "fma" || name.opcode == "mad";
  if (!known || name.modifiers.empty()) return {};
  if (name.modifiers.back() == "f32") return reference_in<float>(name);
  return name.modifiers.back() == "f64" ? reference_in<double>(name) : reference{};
}

}  // namespace conformance
