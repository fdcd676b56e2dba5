// The contract of merge: one pass of a merge sort. Every `ways` consecutive sorted runs become one.
// Source: hybrid-sort-2008 (merge sort on vectors), which asks for the time per pass; catalogue
// 4.1.

#include "variants/contract/family.hpp"

#include <bit>

#include "variants/contract/distribution.hpp"
#include "variants/contract/keyed_input.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::merge {
namespace {

std::size_t count_of(const problem& problem, std::string_view axis) {
  return static_cast<std::size_t>(problem.integer(axis));
}

template <class T>
class instance final : public keyed_input<T> {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : keyed_input<T>(problem, seed, count_of(problem, "run"),
                       count_of(problem, "run") * count_of(problem, "ways")) {}
};

axis run_axis() {
  axis run{.name = "run",
           .summary = "elements of a sorted run of the input; 1: unsorted",
           .base = std::int64_t{1024},
           .min = 1,
           .max = std::int64_t{1} << 32};
  for (std::int64_t length = 1; length <= std::int64_t{1} << 23; length *= 2)
    run.values.emplace_back(length);
  return run;
}

axis ways_axis() {
  return {.name = "ways",
          .summary = "consecutive runs that become one",
          .values = {std::int64_t{2}, std::int64_t{4}, std::int64_t{8}, std::int64_t{16}},
          .base = std::int64_t{2},
          .min = 2,
          .max = std::int64_t{1} << 20};
}

}  // namespace

family describe_family() {
  return {
      .name = "merge",
      .summary = "one pass of a merge sort: make one sorted run of every `ways` consecutive ones",
      .axes = {type_axis(), size_axis(), run_axis(), ways_axis(), payload_axis(),
               distribution_axis(key_distribution_names()), offset_axis()},
      .instance = make_instance<instance>,
      .problem_error = keyed_problem_error,
      .compulsory_bytes = keyed_bytes,
      .operations =
          [](const problem& problem) {
            return static_cast<std::uint64_t>(count_of(problem, "n")) *
                   static_cast<std::uint64_t>(std::bit_width(count_of(problem, "ways") - 1));
          },
      .traffic = memory_traffic::copy,
      .has_one_result = keys_have_one_order,
  };
}

}  // namespace warpmark::merge
