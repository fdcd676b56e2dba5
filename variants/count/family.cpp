// The contract of count: how often does each value occur? With keys 0..bins-1 it is a histogram,
// with arbitrary keys a table. Sources: dca-2016 (distribution counting), catalogue section 5.

#include "variants/contract/family.hpp"

#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/oracle.hpp"
#include "variants/count/shared/plan_builder.hpp"

namespace warpmark::count {
namespace {

template <class T>
class instance final : public problem_instance {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : bins_(static_cast<std::size_t>(problem.integer("bins"))),
        dense_(is_dense(problem)),
        input_(input_offset(problem) + static_cast<std::size_t>(problem.integer("n"))),
        oracle_(filled(problem, seed), values_of_keys<T>(problem, seed)) {}

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range(fmt::format("there is no input '{}'", name));
    return std::as_bytes(input_.span());
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees&) const override {
    if (name == "counts" && dense_ && output.size() == bins_ * sizeof(std::uint32_t))
      return oracle_.judge_counts(output);
    if (name == "table" && output.size() == bins_ * sizeof(value_count))
      return oracle_.judge_table(output);
    throw std::out_of_range("count has the outputs 'counts', of dense keys, and 'table'");
  }

 private:
  // The elements before the keys are valid keys, too, so that a variant that counts them is
  // detected.
  std::span<const T> filled(const problem& problem, std::uint64_t seed) {
    const std::span<T> all = input_;
    const std::size_t offset = input_offset(problem);
    const auto values = values_of_keys<T>(problem, seed);
    for (T& before : all.first(offset)) before = values.front();
    generate_keys<T>(all.subspan(offset), values, problem, seed);
    return input_.span().subspan(offset);
  }

  std::size_t bins_;
  bool dense_;
  host_array<T> input_;
  oracle oracle_;
};

std::unique_ptr<problem_instance> make_count(const problem& problem, std::uint64_t seed) {
  return dispatch_key(element_type_of(problem),
                      [&]<class T>(std::type_identity<T>) -> std::unique_ptr<problem_instance> {
                        return std::make_unique<instance<T>>(problem, seed);
                      });
}

axis key_type_axis() {
  axis result = type_axis();
  result.values.clear();
  for (const auto type : key_types()) result.values.emplace_back(std::string(name(type)));
  result.base = "u8";
  return result;
}

axis key_count_axis() {
  axis result = size_axis();
  result.max = std::numeric_limits<std::uint32_t>::max();
  return result;
}

axis bins_axis() {
  return {.name = "bins",
          .summary =
              "dense keys: those from 0 to bins-1 are counted; sparse ones: the maximum number of "
              "distinct values",
          .values = {std::int64_t{64}, std::int64_t{256}, std::int64_t{1000}, std::int64_t{4096},
                     std::int64_t{65536}},
          .base = std::int64_t{256},
          .min = 64,
          .max = std::int64_t{1} << 24};
}

axis keys_axis() {
  return {.name = "keys",
          .summary = "dense: values from 0 on; sparse: values anywhere in the type's range",
          .values = {"dense", "sparse"},
          .base = "dense"};
}

axis dist_axis() {
  const auto& names = key_distributions();
  return {.name = "dist",
          .summary = "how the keys are distributed over the bins",
          .values = {names.begin(), names.end()},
          .base = "uniform"};
}

std::string problem_error(const problem& problem) {
  const auto type = element_type_of(problem);
  const std::uint64_t values = values_of(type);
  const auto bins = static_cast<std::uint64_t>(problem.integer("bins"));
  if (values != 0 && bins > values)
    return fmt::format("{} has {} values: bins is at most {}", name(type), values, values);
  if (!is_dense(problem) && type == element_type::u8)
    return "keys=sparse needs a type with many more values than bins, which u8 is not";
  if (problem.text("dist") == "overflowing" && !is_dense(problem))
    return "dist=overflowing has keys that are not counted; of sparse keys, all are";
  if (problem.text("dist") == "overflowing" && all_keys_have_bins(problem))
    return fmt::format("dist=overflowing: no {} is outside {} bins", name(type), bins);
  return "";
}

}  // namespace

family describe_family() {
  return {
      .name = "count",
      .summary = "count how often each value occurs among n keys",
      .axes = {key_type_axis(), key_count_axis(), bins_axis(), keys_axis(), dist_axis(),
               offset_axis()},
      .instance = make_count,
      .problem_error = problem_error,
      .compulsory_bytes =
          [](const problem& problem) {
            return input_bytes(problem) +
                   static_cast<std::uint64_t>(problem.integer("bins")) * sizeof(std::uint32_t);
          },
      .operations =
          [](const problem& problem) { return static_cast<std::uint64_t>(problem.integer("n")); },
      .traffic = memory_traffic::read,
  };
}

}  // namespace warpmark::count
