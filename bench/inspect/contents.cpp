#include "bench/inspect/contents.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/npy_file.hpp"
#include "base/usage_error.hpp"
#include "variants/contract/distribution.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark::inspect {
namespace {

// A uniform number in [0, 1) of 53 bits.
double fraction(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

// A uniform integer from 0 to `max`: the high half of a product with max + 1.
std::uint64_t below_or_at(std::uint64_t word, std::uint64_t max) {
  if (max == std::numeric_limits<std::uint64_t>::max()) return word;
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>(wide{word} * (wide{max} + 1) >> 64);
}

// Bits of a signed or unsigned 64-bit sum as a number again.
whole_number as_whole(value_kind kind, std::uint64_t bits) {
  if (is_signed(kind) && static_cast<std::int64_t>(bits) < 0) return {true, 0 - bits};
  return {false, bits};
}

number uniform(value_kind kind, const initial_values& initial, std::uint64_t word) {
  const auto& [low, high] = initial.parameters;
  if (!is_floating(kind)) {
    const std::uint64_t span = high.whole.bits() - low.whole.bits();
    return {.whole = as_whole(kind, low.whole.bits() + below_or_at(word, span))};
  }
  // Rounding to the element's type may reach the upper bound, which is excluded.
  number value{.whole = {}, .real = low.real + (high.real - low.real) * fraction(word)};
  std::byte bytes[8];
  encode(kind, value, bytes);
  if (decode_real(kind, bytes) >= high.real) value.real = low.real;
  return value;
}

// Integers over their range, floats in [-1, 1).
number uniform_anywhere(value_kind kind, std::uint64_t word) {
  if (!is_floating(kind)) {
    std::byte bytes[8];
    std::memcpy(bytes, &word, sizeof word);
    return {.whole = as_whole(kind, decode_whole(kind, bytes))};
  }
  initial_values range;
  range.parameters[0].real = -1;
  range.parameters[1].real = 1;
  return uniform(kind, range, word);
}

// The sum of twelve uniform numbers minus six has mean 0 and standard deviation 1. Its arithmetic
// is exact, so it is the same on every host.
double standard_normal(std::uint64_t seed, std::uint64_t i) {
  double sum = -6;
  for (std::uint64_t k = 0; k < 12; ++k)
    sum += static_cast<double>(random_word(seed, 12 * i + k) >> 24) * 0x1p-40;
  return sum;
}

number normal(value_kind kind, const initial_values& initial, double standard) {
  const auto& [mean, deviation] = initial.parameters;
  if (is_floating(kind)) return {.whole = {}, .real = mean.real + deviation.real * standard};
  const double value =
      std::nearbyint(mean.whole.as_double() + deviation.whole.as_double() * standard);
  const number clamped{.whole = {value < 0, static_cast<std::uint64_t>(
                                                std::min(std::fabs(value), 0x1.fffffffffffffp63))}};
  if (fits(clamped.whole, kind)) return clamped;
  const auto bits = static_cast<unsigned>(8 * size_bytes(kind));
  if (!is_signed(kind)) return {.whole = {false, value < 0 ? 0 : ~std::uint64_t{0} >> (64 - bits)}};
  const std::uint64_t max = (std::uint64_t{1} << (bits - 1)) - 1;
  return {.whole = {value < 0, value < 0 ? max + 1 : max}};
}

number stepped(value_kind kind, const initial_values& initial, std::uint64_t i) {
  const auto& [start, step] = initial.parameters;
  if (is_floating(kind))
    return {.whole = {}, .real = start.real + step.real * static_cast<double>(i)};
  return {.whole = as_whole(kind, start.whole.bits() + step.whole.bits() * i)};
}

std::uint64_t seed_for(std::uint64_t seed, const std::string& name) {
  for (const char c : name) seed = random_word(seed, static_cast<unsigned char>(c));
  return seed;
}

using contents = std::vector<std::byte>;

template <class Element>
void fill_each(contents& bytes, value_kind kind, Element&& element) {
  const std::size_t size = size_bytes(kind);
  for_each_piece(bytes.size() / size, 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) encode(kind, element(i), bytes.data() + i * size);
  });
}

// Fisher-Yates shuffle; step i uses random word i.
void fill_permutation(contents& bytes, value_kind kind, std::uint64_t seed) {
  std::vector<std::uint64_t> order(bytes.size() / size_bytes(kind));
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  for (std::uint64_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[below_or_at(random_word(seed, i), i - 1)]);
  fill_each(bytes, kind, [&](std::uint64_t i) -> number {
    return {.whole = {.magnitude = order[i]}, .real = static_cast<double>(order[i])};
  });
}

void fill_distribution(contents& bytes, value_kind kind, const std::string& distribution,
                       std::uint64_t seed) {
  dispatch(*parse_element_type(name(kind)), [&](auto tag) {
    using type = typename decltype(tag)::type;
    std::vector<type> values(bytes.size() / sizeof(type));
    generate(std::span(values), distribution, seed);
    std::memcpy(bytes.data(), values.data(), bytes.size());
  });
}

contents from_file(const buffer_definition& buffer, const std::filesystem::path& folder,
                   const source_tree& files) {
  const std::filesystem::path path = folder / buffer.initial.name;
  npy_array array = read_npy(path, files);
  const std::string expected = npy_descriptor(buffer.type.kind);
  if (array.descriptor != expected)
    throw usage_error(fmt::format("buffer {}: {} has elements '{}', but {} are '{}'", buffer.name,
                                  path.string(), array.descriptor, name(buffer.type.kind),
                                  expected));
  const std::uint64_t scalars = buffer.count() * buffer.type.lanes;
  if (array.count() != scalars)
    throw usage_error(fmt::format("buffer {}: {} has {} elements, not {}", buffer.name,
                                  path.string(), array.count(), scalars));
  return std::move(array.bytes);
}

}  // namespace

std::vector<std::byte> make_contents(const buffer_definition& buffer, std::uint64_t seed,
                                     const std::filesystem::path& folder,
                                     const source_tree& files) {
  using rule = initial_values::rule;
  const initial_values& initial = buffer.initial;
  const value_kind kind = buffer.type.kind;
  if (initial.fill_rule == rule::file) return from_file(buffer, folder, files);
  const std::uint64_t own_seed = seed_for(seed, buffer.name);
  contents bytes(buffer.bytes(), poison);
  switch (initial.fill_rule) {
    case rule::constant:
      fill_each(bytes, kind, [&](std::uint64_t) { return initial.parameters[0]; });
      break;
    case rule::arange:
      fill_each(bytes, kind, [&](std::uint64_t i) { return stepped(kind, initial, i); });
      break;
    case rule::uniform:
      fill_each(bytes, kind, [&](std::uint64_t i) {
        const std::uint64_t word = random_word(own_seed, i);
        return initial.name.empty() ? uniform(kind, initial, word) : uniform_anywhere(kind, word);
      });
      break;
    case rule::normal:
      fill_each(bytes, kind, [&](std::uint64_t i) {
        return normal(kind, initial, standard_normal(own_seed, i));
      });
      break;
    case rule::permutation:
      fill_permutation(bytes, kind, own_seed);
      break;
    case rule::distribution:
      fill_distribution(bytes, kind, initial.name, own_seed);
      break;
    case rule::uninitialised:
    case rule::file:
      break;
  }
  return bytes;
}

}  // namespace warpmark::inspect
