// The contract of deinterleave: the elements with even indices first, then those with odd ones; or
// the inverse. Sources: patent-2022 (a patent publication on doing it in registers), catalogue
// section 7.
//
// layout=groups: within each group of 2 * width elements, as lanes of a warp hold them; those of an
// incomplete last group keep their indices. layout=split: within the full array, whose first ceil(n
// / 2) elements are the even ones; a real series becomes the real and the imaginary parts of z[k] =
// x[2k] + i x[2k + 1] that way.

#include "variants/contract/family.hpp"

#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/one_input.hpp"
#include "variants/deinterleave/shared/oracle.hpp"
#include "variants/deinterleave/shared/problem.hpp"

namespace warpmark::deinterleave {
namespace {

// With its bits, since different NaNs look alike.
template <class T>
std::string text_of(const std::byte* element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  std::uint64_t bits = 0;
  std::memcpy(&bits, element, sizeof(T));
  return fmt::format("{} (0x{:0{}x})", value, bits, 2 * sizeof(T));
}

template <class T>
class instance final : public one_input<T> {
 public:
  instance(const problem& problem, std::uint64_t seed)
      : one_input<T>(problem, seed), right_(problem) {}

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees&) const override {
    const auto input = std::as_bytes(this->elements());
    if (name != "output" || output.size() != input.size())
      throw std::out_of_range("deinterleave has one output, 'output', as large as the input");
    const auto bad = first_difference(right_, sizeof(T), input, output);
    if (!bad) return {.ok = true};
    return {.ok = false,
            .first_bad_index = *bad,
            .expected = text_of<T>(input.data() + right_.source_of(*bad) * sizeof(T)),
            .got = text_of<T>(output.data() + *bad * sizeof(T))};
  }

 private:
  permutation right_;
};

axis width_axis() {
  return {.name = "width",
          .summary = "elements of either parity in a group: the lanes of a logical warp",
          .values = {std::int64_t{8}, std::int64_t{16}, std::int64_t{32}, std::int64_t{64}},
          .base = std::int64_t{32},
          .min = 8,
          .max = 64,
          .power_of_two = true};
}

axis direction_axis() {
  return {
      .name = "direction",
      .summary = "deinterleave: even elements first, then the odd ones; interleave: the inverse",
      .values = {"deinterleave", "interleave"},
      .base = "deinterleave"};
}

axis layout_axis() {
  return {.name = "layout",
          .summary = "groups: within each 2*width elements; split: within the full array",
          .values = {"groups", "split"},
          .base = "groups"};
}

// None is a multiple of the 4, 5, 6 or 7 repetitions that restore a group.
axis repeats_axis() {
  return {.name = "repeats",
          .summary = "repetitions in registers between a load and a store; 1: streaming",
          .values = {std::int64_t{1}, std::int64_t{61}, std::int64_t{1021}},
          .base = std::int64_t{1},
          .min = 1,
          .max = 1000000};
}

axis dist_axis() {
  axis result = distribution_axis();
  result.values = {"uniform", "distinct", "special"};
  return result;
}

std::string problem_error(const problem& problem) {
  if (!is_split(problem)) return "";
  if (problem.integer("repeats") != 1)
    return "repetitions are in registers, which hold groups; layout=split is in memory";
  if (width_of(problem) != 32) return "layout=split has no groups whose width could matter";
  return "";
}

}  // namespace

family describe_family() {
  return {
      .name = "deinterleave",
      .summary = "move elements of even index before those of odd index, or the inverse",
      .axes = {type_axis(), size_axis(), width_axis(), direction_axis(), layout_axis(),
               repeats_axis(), dist_axis(), offset_axis()},
      .instance = make_instance<instance>,
      .problem_error = problem_error,
      .compulsory_bytes =
          [](const problem& problem) { return std::uint64_t{2 * input_bytes(problem)}; },
      .operations =
          [](const problem& problem) {
            return static_cast<std::uint64_t>(problem.integer("n") * problem.integer("repeats"));
          },
      .traffic = memory_traffic::copy,
      .has_one_result = [](const problem&) { return true; },
  };
}

}  // namespace warpmark::deinterleave
