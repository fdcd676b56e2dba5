#include "variants/count/shared/keys.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "variants/contract/distribution.hpp"
#include "variants/contract/parallel.hpp"
#include "variants/count/shared/plan_builder.hpp"

namespace warpmark::count {
namespace {

enum kind : std::size_t {
  uniform,
  constant,
  distinct,
  sorted,
  few_distinct,
  alternating,
  and_of_2,
  and_of_3,
  and_of_4,
  and_of_5,
  zipf,
  zipf_scattered,
  overflowing,
};

kind kind_of(const std::string& distribution) {
  const auto& names = key_distributions();
  const auto found = std::find(names.begin(), names.end(), distribution);
  if (found == names.end()) throw std::invalid_argument("unknown distribution " + distribution);
  return static_cast<kind>(found - names.begin());
}

// A uniformly distributed number below `limit`, from a random word.
std::uint64_t scaled(std::uint64_t word, std::uint64_t limit) {
  return limit >> 32 != 0 ? word % limit : (word >> 32) * limit >> 32;
}

// Of zipf: word w belongs to the first bin whose threshold is above w.
std::vector<std::uint64_t> zipf_thresholds(std::uint64_t bins) {
  std::vector<double> below(bins);
  double sum = 0;
  for (std::uint64_t bin = 0; bin < bins; ++bin)
    below[bin] = sum += 1 / static_cast<double>(bin + 1);
  std::vector<std::uint64_t> thresholds(bins, std::numeric_limits<std::uint64_t>::max());
  for (std::uint64_t bin = 0; bin + 1 < bins; ++bin)
    thresholds[bin] = static_cast<std::uint64_t>(below[bin] / sum * 0x1p64);
  return thresholds;
}

// Of zipf_scattered: a step that visits every bin once, in an order that is far from ascending.
std::uint64_t step_through(std::uint64_t bins) {
  std::uint64_t step = bins / 8 * 5 + 1;
  while (std::gcd(step, bins) != 1) ++step;
  return step;
}

// Returns the bin of key i; keys outside the bins have numbers from `bins` on.
class bin_source {
 public:
  bin_source(const problem& problem, std::uint64_t seed, std::uint64_t n)
      : kind_(kind_of(problem.text("dist"))),
        seed_(seed),
        n_(n),
        bins_(static_cast<std::uint64_t>(problem.integer("bins"))),
        outside_(values_of(*parse_element_type(problem.text("type"))) - bins_) {
    if (kind_ == zipf || kind_ == zipf_scattered) thresholds_ = zipf_thresholds(bins_);
  }

  std::uint64_t bin(std::uint64_t i) const {
    const std::uint64_t word = random_word(seed_, i);
    switch (kind_) {
      case uniform:
        return scaled(word, bins_);
      case constant:
        return 1;
      case distinct:
        return i % bins_;
      case sorted:
        return i * bins_ / n_;  // below 2^32 * 2^24
      case few_distinct:
        return scaled(random_word(seed_ ^ 0x5eed, word % 8), bins_);
      case alternating:
        return i % 2 == 0 ? 7 : 0;
      case zipf:
        return rank(word);
      case zipf_scattered:
        return (bins_ / 3 + rank(word) * step_) % bins_;
      case overflowing:
        return word % 2 == 0 ? scaled(word, bins_) : bins_ + scaled(random_word(word, i), outside_);
      default:
        return and_of(static_cast<std::uint64_t>(kind_ - and_of_2) + 2, word, i);
    }
  }

 private:
  std::uint64_t rank(std::uint64_t word) const {
    return static_cast<std::uint64_t>(
        std::min(std::upper_bound(thresholds_.begin(), thresholds_.end(), word),
                 thresholds_.end() - 1) -
        thresholds_.begin());
  }

  std::uint64_t and_of(std::uint64_t words, std::uint64_t word, std::uint64_t i) const {
    for (std::uint64_t more = 1; more < words; ++more) word &= random_word(seed_ ^ ~more, i);
    return (word & (std::bit_ceil(bins_) - 1)) % bins_;
  }

  kind kind_;
  std::uint64_t seed_, n_, bins_;
  std::uint64_t outside_;  // values of the type beyond the bins
  std::uint64_t step_ = step_through(bins_);
  std::vector<std::uint64_t> thresholds_;
};

template <class T>
void fill_with_keys(std::span<T> out, std::span<const T> values, const bin_source& source,
                    const problem& problem) {
  const auto bins = static_cast<std::uint64_t>(problem.integer("bins"));
  const bool dense = is_dense(problem);
  for_each_piece(out.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t bin = source.bin(i);
      out[i] = dense ? static_cast<T>(bin) : values[bin * values.size() / bins];
    }
  });
}

}  // namespace

std::vector<element_type> key_types() {
  return {element_type::u8, element_type::u16, element_type::i32, element_type::u32,
          element_type::u64};
}

const std::vector<std::string>& key_distributions() {
  static const std::vector<std::string> names = {
      "uniform",     "constant",       "distinct",      "sorted",        "few_distinct",
      "alternating", "entropy_0.811",  "entropy_0.544", "entropy_0.337", "entropy_0.201",
      "zipf",        "zipf_scattered", "overflowing"};
  return names;
}

std::uint64_t values_of(element_type type) {
  const std::size_t bits = 8 * size_bytes(type);
  return bits == 64 ? 0 : std::uint64_t{1} << bits;
}

template <class T>
std::vector<T> values_of_keys(const problem& problem, std::uint64_t seed) {
  std::vector<T> values(static_cast<std::size_t>(problem.integer("bins")));
  if (is_dense(problem)) {
    std::iota(values.begin(), values.end(), T{0});
    return values;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(random_word(seed ^ 0x5ba25e, i));
  values.front() = std::numeric_limits<T>::min();
  values.back() = std::numeric_limits<T>::max();
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

template <class T>
void generate_keys(std::span<T> out, std::span<const T> values, const problem& problem,
                   std::uint64_t seed) {
  fill_with_keys(out, values, bin_source(problem, seed, out.size()), problem);
}

#define WARPMARK_INSTANTIATE(T)                                             \
  template std::vector<T> values_of_keys<T>(const problem&, std::uint64_t); \
  template void generate_keys<T>(std::span<T>, std::span<const T>, const problem&, std::uint64_t);
WARPMARK_INSTANTIATE(std::uint8_t)
WARPMARK_INSTANTIATE(std::uint16_t)
WARPMARK_INSTANTIATE(std::int32_t)
WARPMARK_INSTANTIATE(std::uint32_t)
WARPMARK_INSTANTIATE(std::uint64_t)
#undef WARPMARK_INSTANTIATE

}  // namespace warpmark::count
