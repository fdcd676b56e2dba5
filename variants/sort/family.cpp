// The contract of sort: the keys in ascending order, each with what travels with it.
// Source: seed 001 (merge sort on vectors); catalogue section 4.

#include "variants/contract/family.hpp"

#include <algorithm>
#include <bit>
#include <limits>

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

 private:
  static std::size_t n_of(const problem& asked) {
    return static_cast<std::size_t>(asked.integer("n"));
  }
};

std::uint64_t bytes_moved(const problem& asked) {
  const bool with_payload = asked.text("payload") != "none";
  const auto n = static_cast<std::uint64_t>(asked.integer("n"));
  return 2 * (input_bytes(asked) + (with_payload ? 4 * n : 0));
}

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
      .objection =
          [](const problem& asked) {
            const bool fits = asked.integer("n") <= std::numeric_limits<std::uint32_t>::max();
            return std::string(fits ? "" : "sort is of fewer than 2^32 keys: indices are 32 bits");
          },
      .compulsory_bytes = bytes_moved,
      .operations =
          [](const problem& asked) {
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            return n < 2 ? 0 : n * static_cast<std::uint64_t>(std::bit_width(n - 1));
          },
      .traffic = memory_traffic::copy,
  };
}

}  // namespace warpmark::sort
