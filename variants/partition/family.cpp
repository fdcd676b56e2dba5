// The contract of partition: the elements that are at most the pivot first, the others after them.
// Sources: ballot-2022 (two groups by ballot); catalogue section 6.

#include "variants/contract/family.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>

#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/partition/shared/elements.hpp"
#include "variants/partition/shared/oracle.hpp"

namespace warpmark::partition {
namespace {

template <class T>
class instance final : public problem_instance {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : n_(static_cast<std::size_t>(problem.integer("n"))),
        parts_(static_cast<unsigned>(problem.integer("parts"))),
        input_(input_offset(problem) + n_),
        payload_(problem.text("payload") == "none" ? 0 : n_),
        oracle_(filled(problem, seed), pivot_of<T>(problem), parts_) {
    const std::span<std::uint32_t> indices = payload_;
    std::iota(indices.begin(), indices.end(), 0u);
  }

  std::span<const std::byte> input(std::string_view name) const override {
    if (name == "input") return std::as_bytes(input_.span());
    if (name == "input_payload") return std::as_bytes(payload_.span());
    throw std::out_of_range("the inputs are 'input' and 'input_payload'");
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees& guaranteed) const override {
    const unsigned in_order = guaranteed.stable ? parts_ : guaranteed.selected_in_order ? 1 : 0;
    if (name == "counts" && output.size() == (parts_ - 1) * sizeof(std::uint64_t))
      return oracle_.judge_counts(output);
    if (name == "output" && output.size() == n_ * sizeof(T))
      return oracle_.judge_elements(output, in_order);
    if (name == "output_payload" && output.size() == payload_.span().size_bytes())
      return oracle_.judge_payload(output, in_order);
    throw std::out_of_range("the outputs are 'counts', 'output' and 'output_payload'");
  }

 private:
  // The elements before the input are equal to the pivot, so that a variant that moves them is
  // detected.
  std::span<const T> filled(const problem& problem, std::uint64_t seed) {
    const std::span<T> all = input_;
    const std::size_t offset = input_offset(problem);
    for (T& before : all.first(offset)) before = pivot_of<T>(problem);
    generate_elements<T>(all.subspan(offset), problem, seed);
    return input_.span().subspan(offset);
  }

  std::size_t n_;
  unsigned parts_;
  host_array<T> input_;
  host_array<std::uint32_t> payload_;
  split_oracle<T> oracle_;
};

std::unique_ptr<problem_instance> make_partition(const problem& problem, std::uint64_t seed) {
  return dispatch_partitioned(
      element_type_of(problem),
      [&]<class T>(std::type_identity<T>) -> std::unique_ptr<problem_instance> {
        return std::make_unique<instance<T>>(problem, seed);
      });
}

axis partitioned_type_axis() {
  axis result = type_axis();
  result.values.clear();
  for (const auto type : partitioned_types()) result.values.emplace_back(std::string(name(type)));
  result.base = "u32";
  return result;
}

axis selectivity_axis() {
  return {.name = "selectivity",
          .summary =
              "percent of the elements that go left, in expectation; constant, alternating, "
              "special and published have their own share",
          .values = {std::int64_t{0}, std::int64_t{1}, std::int64_t{50}, std::int64_t{99},
                     std::int64_t{100}},
          .base = std::int64_t{50},
          .min = 0,
          .max = 100};
}

axis parts_axis() {
  return {.name = "parts",
          .summary = "2: at most the pivot, the others; 3: below it, equal to it, the others",
          .values = {std::int64_t{2}, std::int64_t{3}},
          .base = std::int64_t{2},
          .min = 2,
          .max = 3};
}

axis dist_axis() {
  const auto& names = distributions();
  return {.name = "dist",
          .summary =
              "input distribution; constant: all equal to the pivot; published: the article's "
              "numbers and its pivot, 1000",
          .values = {names.begin(), names.end()},
          .base = "uniform"};
}

std::uint64_t bytes_moved(const problem& problem) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  return 2 * (input_bytes(problem) + (problem.text("payload") == "none" ? 0 : 4 * n));
}

std::string problem_error(const problem& problem) {
  const bool has_indices =
      problem.text("payload") == "none" ||
      problem.integer("n") <= std::int64_t{std::numeric_limits<std::uint32_t>::max()};
  return has_indices ? "" : "payload=u32 is the index, in 32 bits: n is below 2^32";
}

}  // namespace

family describe_family() {
  return {
      .name = "partition",
      .summary =
          "move the elements x <= pivot to the front and the others, NaNs among them, after them; "
          "report how many are first",
      .axes = {partitioned_type_axis(), size_axis(), selectivity_axis(), parts_axis(),
               payload_axis(), dist_axis(), offset_axis()},
      .instance = make_partition,
      .problem_error = problem_error,
      .compulsory_bytes = bytes_moved,
      .operations =
          [](const problem& problem) { return static_cast<std::uint64_t>(problem.integer("n")); },
      .traffic = memory_traffic::copy,
  };
}

}  // namespace warpmark::partition
