// The contract of reduce: fold n elements with an associative operator into one value.
// Source: seed 002 (lecture on sums of an array), 01:32; catalogue section 2.

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
  instance(const problem& asked, std::uint64_t seed)
      : one_input<typename Op::element>(asked, seed),
        oracle_(make_oracle<Op>(this->elements(), asked.text("dist") == "uniform")) {}

  verdict check(std::string_view name, std::span<const std::byte> output,
                const promises& promised) const override {
    if (name != "output" || output.size() != sizeof(result))
      throw std::out_of_range("reduce has one output, 'output', of one result");
    result got;
    std::memcpy(&got, output.data(), sizeof(result));
    return judge<Op>(oracle_, got, promised.rounding_depth);
  }

 private:
  oracle<Op> oracle_;
};

}  // namespace

family describe_family() {
  return {
      .name = "reduce",
      .summary = "fold n elements into one value",
      .axes = {type_axis(), size_axis(), operator_axis(ops::names()), distribution_axis(),
               offset_axis()},
      .instance = [](const problem& asked,
                     std::uint64_t seed) -> std::unique_ptr<problem_instance> {
        return ops::dispatch_over(asked.text("op"), element_type_of(asked),
                                  [&]<class Op>(Op) -> std::unique_ptr<problem_instance> {
                                    return std::make_unique<instance<Op>>(asked, seed);
                                  });
      },
      .objection =
          [](const problem& asked) {
            return ops::objection(asked.text("op"), element_type_of(asked));
          },
      .compulsory_bytes =
          [](const problem& asked) {
            return input_bytes(asked) + ops::result_bytes(asked.text("op"), element_type_of(asked));
          },
      .operations =
          [](const problem& asked) {
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
  };
}

}  // namespace warpmark::reduce
