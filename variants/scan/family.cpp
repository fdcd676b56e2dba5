// The contract of scan: result i combines elements 0..i, or those before i. Source:
// lecture-2019:50:26; catalogue section 3.

#include "variants/contract/family.hpp"

#include <stdexcept>
#include <type_traits>

#include "variants/contract/one_input.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/oracle.hpp"

namespace warpmark::scan {
namespace {

input_nature nature_of(const problem& problem) {
  const std::string& dist = problem.text("dist");
  return {.inclusive = problem.text("kind") == "inclusive",
          .zero_mean_random = dist == "uniform",
          .whole_numbers = dist == "exact" || dist == "constant" || dist == "alternating"};
}

template <class Op>
class instance final : public one_input<typename Op::element> {
  using result = typename Op::result;

 public:
  instance(const problem& problem, std::uint64_t seed)
      : one_input<typename Op::element>(problem, seed),
        oracle_(this->elements(), nature_of(problem)) {}

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees& guaranteed) const override {
    if (name != "output" || output.size() != this->elements().size() * sizeof(result))
      throw std::out_of_range("scan has one output, 'output', with a result for each element");
    return oracle_.judge(output, guaranteed.rounding_depth);
  }

 private:
  oracle<Op> oracle_;
};

axis kind_axis() {
  return {.name = "kind",
          .summary =
              "whether element i is part of result i; else results begin with the operator's "
              "neutral element",
          .values = {"inclusive", "exclusive"},
          .base = "inclusive"};
}

std::unique_ptr<problem_instance> make_scan(const problem& problem, std::uint64_t seed) {
  return ops::dispatch_over(
      problem.text("op"), element_type_of(problem),
      [&]<class Op>(Op) -> std::unique_ptr<problem_instance> {
        if constexpr (std::is_same_v<typename Op::element, typename Op::result>)
          return std::make_unique<instance<Op>>(problem, seed);
        else
          throw std::out_of_range("scan has no operator '" + problem.text("op") + "'");
      });
}

}  // namespace

family describe_family() {
  return {
      .name = "scan",
      .summary = "scan n elements with an associative operator",
      .axes = {type_axis(), size_axis(), operator_axis({"sum", "min", "max", "recurrence"}),
               kind_axis(), distribution_axis(), offset_axis()},
      .instance = make_scan,
      .problem_error =
          [](const problem& problem) {
            return ops::unsupported_reason(problem.text("op"), element_type_of(problem));
          },
      .compulsory_bytes =
          [](const problem& problem) { return std::uint64_t{2 * input_bytes(problem)}; },
      .operations =
          [](const problem& problem) {
            const auto n = static_cast<std::uint64_t>(problem.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
      .traffic = memory_traffic::copy,
      .has_one_result =
          [](const problem& problem) { return !is_floating(element_type_of(problem)); },
  };
}

}  // namespace warpmark::scan
