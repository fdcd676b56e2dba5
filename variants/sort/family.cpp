// The contract of sort: the keys in ascending order, each with its payload. Source:
// hybrid-sort-2008 (merge sort on vectors); catalogue section 4.

#include "variants/contract/family.hpp"

#include <algorithm>
#include <bit>

#include "variants/contract/distribution.hpp"
#include "variants/contract/keyed_input.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::sort {
namespace {

template <class T>
class instance final : public keyed_input<T> {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : keyed_input<T>(problem, seed, 1, std::max<std::size_t>(1, n_of(problem))) {}
};

}  // namespace

family describe_family() {
  return {
      .name = "sort",
      .summary =
          "sort n keys in ascending order; floats in the order of IEEE 754 totalOrder, except that "
          "-0 and +0 may be in either order",
      .axes = {type_axis(), size_axis(), payload_axis(),
               distribution_axis(key_distribution_names()), offset_axis()},
      .instance = make_instance<instance>,
      .problem_error = keyed_problem_error,
      .compulsory_bytes = keyed_bytes,
      .operations =
          [](const problem& problem) {
            const std::uint64_t n = n_of(problem);
            return n < 2 ? 0 : n * static_cast<std::uint64_t>(std::bit_width(n - 1));
          },
      .traffic = memory_traffic::copy,
      .has_one_result = keys_have_one_order,
  };
}

}  // namespace warpmark::sort
