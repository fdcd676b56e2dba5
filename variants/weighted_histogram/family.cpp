// The contract of weighted_histogram: the sum of the weights of each bin. Unlike counts, sums of
// floats depend on the order of their additions, so that they are judged within an error bound.

#include "variants/contract/family.hpp"

#include <limits>
#include <stdexcept>

#include "variants/contract/distribution.hpp"
#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/weighted_histogram/shared/oracle.hpp"

namespace warpmark::weighted_histogram {
namespace {

// The keys are those of this problem of count.
problem problem_of_keys(const problem& problem) {
  warpmark::problem keys = problem;
  keys.set("type", "u32");
  keys.set("keys", "dense");
  return keys;
}

template <class W>
class instance final : public problem_instance {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : bins_(static_cast<std::size_t>(problem.integer("bins"))),
        offset_(input_offset(problem)),
        weights_(offset_ + static_cast<std::size_t>(problem.integer("n"))),
        keys_(weights_.size()),
        oracle_(filled_weights(problem, seed), filled_keys(problem, seed), bins_,
                problem.text("weights") == "uniform") {}

  std::span<const std::byte> input(std::string_view name) const override {
    if (name == "input") return std::as_bytes(weights_.span());
    if (name == "keys") return std::as_bytes(keys_.span());
    throw std::out_of_range("the inputs are 'input', the weights, and 'keys'");
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees& guaranteed) const override {
    if (name != "sums" || output.size() != bins_ * sizeof(W))
      throw std::out_of_range("the output is 'sums', one per bin");
    return oracle_.judge(output, guaranteed.rounding_depth);
  }

 private:
  // The elements before the input have bins and weights, too, so that a variant that adds them is
  // detected.
  std::span<const W> filled_weights(const problem& problem, std::uint64_t seed) {
    const std::span<W> all = weights_;
    generate<W>(all.first(offset_), "constant", seed);
    generate<W>(all.subspan(offset_), problem.text("weights"), seed);
    return weights_.span().subspan(offset_);
  }

  std::span<const std::uint32_t> filled_keys(const problem& problem, std::uint64_t seed) {
    const std::span<std::uint32_t> all = keys_;
    const warpmark::problem keys = problem_of_keys(problem);
    for (auto& before : all.first(offset_)) before = 0;
    // Another seed: weights must not depend on their keys.
    count::generate_keys<std::uint32_t>(all.subspan(offset_), {}, keys, ~seed);
    return keys_.span().subspan(offset_);
  }

  std::size_t bins_, offset_;
  host_array<W> weights_;
  host_array<std::uint32_t> keys_;
  oracle<W> oracle_;
};

std::unique_ptr<problem_instance> make_sums(const problem& problem, std::uint64_t seed) {
  using enum element_type;
  return dispatch_among<u32, f32>(
      element_type_of(problem),
      [&]<class W>(std::type_identity<W>) -> std::unique_ptr<problem_instance> {
        return std::make_unique<instance<W>>(problem, seed);
      });
}

axis weight_type_axis() {
  axis result = type_axis();
  result.summary = "type of the weights; keys are u32";
  result.values = {"u32", "f32"};
  result.base = "f32";
  return result;
}

axis weight_count_axis() {
  axis result = size_axis();
  result.max = std::numeric_limits<std::uint32_t>::max();
  return result;
}

axis bins_axis() {
  return {.name = "bins",
          .summary = "weights of the keys from 0 to bins-1 are summed",
          .values = {std::int64_t{64}, std::int64_t{256}, std::int64_t{1000}, std::int64_t{4096},
                     std::int64_t{65536}},
          .base = std::int64_t{256},
          .min = 64,
          .max = std::int64_t{1} << 24};
}

axis dist_axis() {
  const auto& names = count::key_distributions();
  return {.name = "dist",
          .summary = "how the keys are distributed over the bins",
          .values = {names.begin(), names.end()},
          .base = "uniform"};
}

axis weights_axis() {
  return {.name = "weights",
          .summary =
              "distribution of the weights, independent of the keys; sums of u32 are "
              "modulo 2^32",
          .values = {"uniform", "constant", "exact"},
          .base = "uniform"};
}

}  // namespace

family describe_family() {
  return {
      .name = "weighted_histogram",
      .summary = "sum the weights of the keys of each bin",
      .axes = {weight_type_axis(), weight_count_axis(), bins_axis(), dist_axis(), weights_axis(),
               offset_axis()},
      .instance = make_sums,
      .compulsory_bytes =
          [](const problem& problem) {
            return 2 * input_bytes(problem) +
                   static_cast<std::uint64_t>(problem.integer("bins")) * sizeof(std::uint32_t);
          },
      .operations =
          [](const problem& problem) { return static_cast<std::uint64_t>(problem.integer("n")); },
      .traffic = memory_traffic::read,
      .has_one_result =
          [](const problem& problem) { return !is_floating(element_type_of(problem)); },
  };
}

}  // namespace warpmark::weighted_histogram
