// The contract of scan: result i is the fold of elements 0..i, or of those before i.
// Source: seed 002 (lecture on sums over prefixes), 50:26-51:30; catalogue section 3.

#include "variants/contract/family.hpp"

#include <stdexcept>
#include <type_traits>

#include "variants/contract/distribution.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/host_array.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/oracle.hpp"

namespace warpmark::scan {
namespace {

input_nature nature_of(const problem& asked) {
  const std::string& dist = asked.text("dist");
  return {.inclusive = asked.text("kind") == "inclusive",
          .zero_mean_random = dist == "uniform",
          .whole_numbers = dist == "exact" || dist == "constant" || dist == "alternating"};
}

template <class Op>
class instance final : public problem_instance {
  using element = typename Op::element;
  using result = typename Op::result;

 public:
  instance(const problem& asked, std::uint64_t seed)
      : input_(generated(asked, seed)), oracle_(input_.span(), nature_of(asked)) {}

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range("scan has no input '" + std::string(name) + "'");
    return std::as_bytes(input_.span());
  }

  verdict check(std::string_view name, std::span<const std::byte> output,
                double rounding_depth) const override {
    if (name != "output" || output.size() != input_.size() * sizeof(result))
      throw std::out_of_range("scan has one output, 'output', with a result for each element");
    return oracle_.judge(output, rounding_depth);
  }

 private:
  static host_array<element> generated(const problem& asked, std::uint64_t seed) {
    host_array<element> made(static_cast<std::size_t>(asked.integer("n")));
    generate<element>(made, asked.text("dist"), seed);
    return made;
  }

  host_array<element> input_;
  oracle<Op> oracle_;
};

axis kind_axis() {
  return {.name = "kind",
          .summary =
              "whether element i takes part in result i; else results begin with the "
              "operator's neutral element",
          .values = {"inclusive", "exclusive"},
          .base = "inclusive"};
}

std::unique_ptr<problem_instance> make_instance(const problem& asked, std::uint64_t seed) {
  return ops::dispatch_over(
      asked.text("op"), *parse_element_type(asked.text("type")),
      [&]<class Op>(Op) -> std::unique_ptr<problem_instance> {
        if constexpr (std::is_same_v<typename Op::element, typename Op::result>)
          return std::make_unique<instance<Op>>(asked, seed);
        else
          throw std::out_of_range("scan has no operator '" + asked.text("op") + "'");
      });
}

}  // namespace

family describe_family() {
  return {
      .name = "scan",
      .summary = "fold every prefix of n elements",
      .axes = {type_axis(), size_axis(), operator_axis({"sum", "min", "max", "recurrence"}),
               kind_axis(), distribution_axis()},
      .instance = make_instance,
      .objection =
          [](const problem& asked) {
            return ops::objection(asked.text("op"), *parse_element_type(asked.text("type")));
          },
      .compulsory_bytes =
          [](const problem& asked) {
            return 2 * static_cast<std::uint64_t>(asked.integer("n")) *
                   size_bytes(*parse_element_type(asked.text("type")));
          },
      .operations =
          [](const problem& asked) {
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
      .traffic = memory_traffic::copy,
  };
}

}  // namespace warpmark::scan
