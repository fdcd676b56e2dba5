// The contract of joint_histogram: how often does each pair of values occur in two arrays of keys?

#include "variants/contract/family.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/oracle.hpp"

namespace warpmark::joint_histogram {
namespace {

std::uint64_t bins_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("bins"));
}

template <class T>
class instance final : public problem_instance {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : offset_(input_offset(problem)),
        cells_(static_cast<std::size_t>(bins_of(problem) * bins_of(problem))),
        keys_(offset_ + static_cast<std::size_t>(problem.integer("n"))),
        keys_y_(keys_.size()),
        oracle_(make_oracle(filled(keys_, problem, seed), filled(keys_y_, problem, ~seed),
                            bins_of(problem))) {}

  std::span<const std::byte> input(std::string_view name) const override {
    if (name == "input") return std::as_bytes(keys_.span());
    if (name == "input_y") return std::as_bytes(keys_y_.span());
    throw std::out_of_range("the inputs are 'input' and 'input_y'");
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees&) const override {
    if (name != "counts" || output.size() != cells_ * sizeof(std::uint32_t))
      throw std::out_of_range("the output is 'counts', one per pair of bins");
    return oracle_.judge_counts(output);
  }

 private:
  // The elements before the keys are valid keys, too, so that a variant that counts them is
  // detected. The two arrays are independent.
  std::span<const T> filled(host_array<T>& keys, const problem& problem, std::uint64_t seed) {
    warpmark::problem dense = problem;
    dense.set("keys", "dense");
    const std::span<T> all = keys;
    for (T& before : all.first(offset_)) before = T{0};
    count::generate_keys<T>(all.subspan(offset_), {}, dense, seed);
    return keys.span().subspan(offset_);
  }

  // Of a matrix with a row for each key of the first array.
  static count::oracle make_oracle(std::span<const T> x, std::span<const T> y, std::uint64_t bins) {
    std::vector<std::uint32_t> cells(static_cast<std::size_t>(bins * bins));
    std::iota(cells.begin(), cells.end(), 0u);
    std::vector<std::uint32_t> joint(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      joint[i] = x[i] < bins && y[i] < bins ? static_cast<std::uint32_t>(x[i] * bins + y[i])
                                            : std::numeric_limits<std::uint32_t>::max();
    return {std::span<const std::uint32_t>(joint), cells};
  }

  std::size_t offset_, cells_;
  host_array<T> keys_, keys_y_;
  count::oracle oracle_;
};

std::unique_ptr<problem_instance> make_joint(const problem& problem, std::uint64_t seed) {
  using enum element_type;
  return dispatch_among<u8, u16, u32>(
      element_type_of(problem),
      [&]<class T>(std::type_identity<T>) -> std::unique_ptr<problem_instance> {
        return std::make_unique<instance<T>>(problem, seed);
      });
}

axis key_type_axis() {
  axis result = type_axis();
  result.values = {"u8", "u16", "u32"};
  result.base = "u8";
  return result;
}

axis pair_count_axis() {
  axis result = size_axis();
  result.max = std::numeric_limits<std::uint32_t>::max();
  return result;
}

axis bins_axis() {
  return {.name = "bins",
          .summary = "pairs of keys from 0 to bins-1 are counted, in bins^2 counts",
          .values = {std::int64_t{8}, std::int64_t{64}, std::int64_t{100}, std::int64_t{256},
                     std::int64_t{1000}},
          .base = std::int64_t{64},
          .min = 8,
          .max = 4096};
}

axis dist_axis() {
  const auto& names = count::key_distributions();
  return {.name = "dist",
          .summary = "how the keys of each array are distributed over the bins",
          .values = {names.begin(), names.end()},
          .base = "uniform"};
}

std::string problem_error(const problem& problem) {
  const auto type = element_type_of(problem);
  const std::uint64_t values = count::values_of(type);
  if (bins_of(problem) > values)
    return fmt::format("{} has {} values: bins is at most {}", name(type), values, values);
  if (problem.text("dist") == "overflowing" && bins_of(problem) == values)
    return fmt::format("dist=overflowing: no {} is outside {} bins", name(type), values);
  return "";
}

}  // namespace

family describe_family() {
  return {
      .name = "joint_histogram",
      .summary = "count how often each pair of values occurs in two arrays of n keys",
      .axes = {key_type_axis(), pair_count_axis(), bins_axis(), dist_axis(), offset_axis()},
      .instance = make_joint,
      .problem_error = problem_error,
      .compulsory_bytes =
          [](const problem& problem) {
            return 2 * input_bytes(problem) +
                   bins_of(problem) * bins_of(problem) * sizeof(std::uint32_t);
          },
      .operations =
          [](const problem& problem) { return static_cast<std::uint64_t>(problem.integer("n")); },
      .traffic = memory_traffic::read,
      .has_one_result = [](const problem&) { return true; },
  };
}

}  // namespace warpmark::joint_histogram
