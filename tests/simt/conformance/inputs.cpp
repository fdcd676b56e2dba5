#include "tests/simt/conformance/inputs.hpp"

#include <bit>
#include <cmath>

#include "tests/simt/conformance/special_values.hpp"

namespace conformance {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr std::size_t usual_count = 4096, corner_limit = 2048;

// SplitMix64 (Steele, Lea and Flood 2014).
class random_bits {
 public:
  explicit random_bits(u64 seed) : state_(seed) {}
  u64 next() {
    u64 z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  u64 state_;
};

// Half of the reals have any bits; the others lie close to 1, where operands interact.
u64 random_real(random_bits& random, unsigned bits, unsigned fraction_bits) {
  const u64 value = random.next() & (bits == 64 ? ~u64{0} : (u64{1} << bits) - 1);
  if (random.next() & 1) return value;
  const unsigned exponent_bits = bits - 1 - fraction_bits;
  const u64 bias = (u64{1} << (exponent_bits - 1)) - 1;
  const u64 exponent = bias - 4 + random.next() % 9;
  const u64 kept = (u64{1} << (bits - 1)) | ((u64{1} << fraction_bits) - 1);
  return (value & kept) | (exponent << fraction_bits);
}

u64 float_bits(double value) { return std::bit_cast<u32>(static_cast<float>(value)); }

u64 random_value(random_bits& random, const std::string& type) {
  if (type == "f16") return random_real(random, 16, 10);
  if (type == "bf16") return random_real(random, 16, 7);
  if (type == "f32") return random_real(random, 32, 23);
  if (type == "f64") return random_real(random, 64, 52);
  if (type == "f16x2" || type == "bf16x2") {
    const unsigned fraction = type == "f16x2" ? 10 : 7;
    const u64 low = random_real(random, 16, fraction);
    return low | (random_real(random, 16, fraction) << 16);
  }
  if (type == "f32x2") {
    const u64 low = random_real(random, 32, 23);
    return low | (random_real(random, 32, 23) << 32);
  }
  if (type == "divisor") {
    const double sign = random.next() & 1 ? -1.0 : 1.0;
    const int exponent = static_cast<int>(random.next() % 251) - 125;
    return float_bits(sign * std::ldexp(1 + random.unit(), exponent));
  }
  if (type == "angle") return float_bits((2 * random.unit() - 1) * 3.1415925);
  if (type == "octave") return float_bits(std::exp2(2 * random.unit() - 1));
  if (type == "exponent") return float_bits(252 * random.unit() - 126);
  if (type == "position") return random.next() % 32;
  if (type == "count") return random.next() % 72;
  if (type == "offset") return static_cast<u32>(random.next() % 70) - 35u;
  if (type == "pred") return random.next() & 1;
  const unsigned bits = bits_of(type);
  u64 value = random.next();
  // Small magnitudes as well: shifts an arithmetic value right by up to its width.
  if (random.next() & 1)
    value = static_cast<u64>(static_cast<std::int64_t>(value) >> (random.next() % 64));
  return bits == 64 ? value : value & ((u64{1} << bits) - 1);
}

}  // namespace

unsigned bits_of(const std::string& type) {
  if (type == "pred") return 1;
  if (type == "pred2") return 2;
  if (type == "b32|p") return 33;
  if (type.ends_with("f16") || type.ends_with("16")) return 16;
  if (type == "f32x2" || type.ends_with("64")) return 64;
  return 32;
}

input_values inputs_of(const entry& e) {
  const std::size_t operands = e.operands.size();
  input_values result(operands);
  const bool all = operands == 1 && bits_of(e.operands[0]) == 16;
  if (all) {
    for (u64 i = 0; i < 65536; ++i) result[0].push_back(i);
    return result;
  }
  std::vector<std::vector<u64>> corners;
  for (const std::string& type : e.operands) corners.push_back(special_values(type));
  std::size_t kept = 1;
  const auto combinations = [&](std::size_t most) {
    std::size_t product = 1;
    for (const auto& corner : corners) product *= std::min(most, corner.size());
    return product;
  };
  while (kept < 64 && combinations(kept + 1) <= corner_limit) ++kept;
  for (std::size_t i = 0; i < combinations(kept); ++i) {
    std::size_t rest = i;
    for (std::size_t k = 0; k < operands; ++k) {
      const std::size_t size = std::min(kept, corners[k].size());
      result[k].push_back(corners[k][rest % size]);
      rest /= size;
    }
  }
  u64 seed = 0;
  for (const std::string& type : e.operands)
    for (const char c : type) seed = seed * 31 + static_cast<unsigned char>(c);
  random_bits random(seed);
  while (result[0].size() < usual_count)
    for (std::size_t k = 0; k < operands; ++k)
      result[k].push_back(random_value(random, e.operands[k]));
  return result;
}

u64 hash_of(const std::vector<u64>& values, u64 seed) {
  u64 hash = 0xcbf29ce484222325 ^ seed;
  for (const u64 value : values)
    for (unsigned i = 0; i < 8; ++i) {
      hash ^= (value >> (8 * i)) & 255;
      hash *= 0x100000001b3;
    }
  return hash;
}

}  // namespace conformance
