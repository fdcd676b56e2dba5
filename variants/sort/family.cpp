// The contract of sort: the keys in ascending order, each with what travels with it.
// Source: seed 001 (merge sort on vectors); catalogue section 4.

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
  instance(const problem& asked, std::uint64_t seed)
      : keyed_input<T>(asked, seed, 1, std::max<std::size_t>(1, n_of(asked))) {}
};

}  // namespace

family describe_family() {
  return {
      .name = "sort",
      .summary =
          "put n keys in ascending order; floats as IEEE 754 totalOrder says, but that -0 "
          "and +0 may stand in either order",
      .axes = {type_axis(), size_axis(), payload_axis(),
               distribution_axis(key_distribution_names()), offset_axis()},
      .instance = make_instance<instance>,
      .objection = keyed_objection,
      .compulsory_bytes = keyed_bytes,
      .operations =
          [](const problem& asked) {
            const std::uint64_t n = n_of(asked);
            return n < 2 ? 0 : n * static_cast<std::uint64_t>(std::bit_width(n - 1));
          },
      .traffic = memory_traffic::copy,
  };
}

}  // namespace warpmark::sort
