// The contract of scan: result i is the fold of elements 0..i, or of those before i.
// Source: seed 002 (lecture on sums over prefixes), 50:26-51:30; catalogue section 3.

#include "variants/contract/family.hpp"

#include <stdexcept>
#include <type_traits>

#include "variants/contract/one_input.hpp"
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
class instance final : public one_input<typename Op::element> {
  using result = typename Op::result;

 public:
  instance(const problem& asked, std::uint64_t seed)
      : one_input<typename Op::element>(asked, seed), oracle_(this->elements(), nature_of(asked)) {}

  verdict check(std::string_view name, std::span<const std::byte> output,
                const promises& promised) const override {
    if (name != "output" || output.size() != this->elements().size() * sizeof(result))
      throw std::out_of_range("scan has one output, 'output', with a result for each element");
    return oracle_.judge(output, promised.rounding_depth);
  }

 private:
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

std::unique_ptr<problem_instance> make_scan(const problem& asked, std::uint64_t seed) {
  return ops::dispatch_over(
      asked.text("op"), element_type_of(asked),
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
               kind_axis(), distribution_axis(), offset_axis()},
      .instance = make_scan,
      .objection =
          [](const problem& asked) {
            return ops::objection(asked.text("op"), element_type_of(asked));
          },
      .compulsory_bytes =
          [](const problem& asked) { return std::uint64_t{2 * input_bytes(asked)}; },
      .operations =
          [](const problem& asked) {
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
      .traffic = memory_traffic::copy,
  };
}

}  // namespace warpmark::scan
