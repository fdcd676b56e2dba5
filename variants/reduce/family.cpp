// The contract of reduce: reduce n elements with an associative operator to one value. Source:
// lecture-2019:01:32; catalogue section 2.

#include "variants/contract/family.hpp"

#include <cstring>
#include <stdexcept>

#include "variants/contract/one_input.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/reduce/shared/oracle.hpp"

namespace warpmark::reduce {
namespace {

template <class Op>
class instance final : public one_input<typename Op::element> {
  using result = typename Op::result;

 public:
  instance(const problem& problem, std::uint64_t seed)
      : one_input<typename Op::element>(problem, seed),
        oracle_(make_oracle<Op>(this->elements(), problem.text("dist") == "uniform")) {}

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees& guaranteed) const override {
    if (name != "output" || output.size() != sizeof(result))
      throw std::out_of_range("reduce has one output, 'output', of one result");
    result got;
    std::memcpy(&got, output.data(), sizeof(result));
    return judge<Op>(oracle_, got, guaranteed.rounding_depth);
  }

 private:
  oracle<Op> oracle_;
};

}  // namespace

family describe_family() {
  return {
      .name = "reduce",
      .summary = "reduce n elements to one value",
      .axes = {type_axis(), size_axis(), operator_axis(ops::names()), distribution_axis(),
               offset_axis()},
      .instance = [](const problem& problem,
                     std::uint64_t seed) -> std::unique_ptr<problem_instance> {
        return ops::dispatch_over(problem.text("op"), element_type_of(problem),
                                  [&]<class Op>(Op) -> std::unique_ptr<problem_instance> {
                                    return std::make_unique<instance<Op>>(problem, seed);
                                  });
      },
      .problem_error =
          [](const problem& problem) {
            return ops::unsupported_reason(problem.text("op"), element_type_of(problem));
          },
      .compulsory_bytes =
          [](const problem& problem) {
            return input_bytes(problem) +
                   ops::result_bytes(problem.text("op"), element_type_of(problem));
          },
      .operations =
          [](const problem& problem) {
            const auto n = static_cast<std::uint64_t>(problem.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
      // Of zeros of both signs, either may be the minimum of floats; argmin takes the first one.
      .has_one_result =
          [](const problem& problem) {
            return !is_floating(element_type_of(problem)) || problem.text("op") == "argmin";
          },
  };
}

}  // namespace warpmark::reduce
