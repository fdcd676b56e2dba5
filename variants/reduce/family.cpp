// The contract of reduce: fold n elements with an associative operator into one value.
// Source: seed 002 (lecture on sums of an array), 01:32; catalogue section 2.

#include "variants/contract/family.hpp"

#include <cstring>
#include <stdexcept>

#include "variants/contract/distribution.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/host_array.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/reduce/shared/oracle.hpp"

namespace warpmark::reduce {
namespace {

template <class Op>
class instance final : public problem_instance {
  using element = typename Op::element;
  using result = typename Op::result;

 public:
  instance(const problem& asked, std::uint64_t seed)
      : input_(static_cast<std::size_t>(asked.integer("n") + asked.integer("offset"))) {
    const std::span<element> folded =
        std::span<element>(input_).subspan(static_cast<std::size_t>(asked.integer("offset")));
    generate<element>(std::span<element>(input_).first(input_.size() - folded.size()), "constant",
                      seed);
    generate<element>(folded, asked.text("dist"), seed);
    oracle_ = make_oracle<Op>(folded, asked.text("dist") == "uniform");
  }

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range("reduce has no input '" + std::string(name) + "'");
    return std::as_bytes(input_.span());
  }

  verdict check(std::string_view name, std::span<const std::byte> output,
                double rounding_depth) const override {
    if (name != "output" || output.size() != sizeof(result))
      throw std::out_of_range("reduce has one output, 'output', of one result");
    result got;
    std::memcpy(&got, output.data(), sizeof(result));
    return judge<Op>(oracle_, got, rounding_depth);
  }

 private:
  host_array<element> input_;
  oracle<Op> oracle_;
};

}  // namespace

family describe_family() {
  const auto type_of = [](const problem& asked) { return *parse_element_type(asked.text("type")); };
  return {
      .name = "reduce",
      .summary = "fold n elements into one value",
      .axes = {type_axis(), size_axis(), operator_axis(ops::names()), distribution_axis(),
               offset_axis()},
      .instance = [type_of](const problem& asked,
                            std::uint64_t seed) -> std::unique_ptr<problem_instance> {
        return ops::dispatch_over(asked.text("op"), type_of(asked),
                                  [&]<class Op>(Op) -> std::unique_ptr<problem_instance> {
                                    return std::make_unique<instance<Op>>(asked, seed);
                                  });
      },
      .objection =
          [type_of](const problem& asked) {
            return ops::objection(asked.text("op"), type_of(asked));
          },
      .compulsory_bytes =
          [type_of](const problem& asked) {
            return static_cast<std::uint64_t>(asked.integer("n")) * size_bytes(type_of(asked)) +
                   ops::result_bytes(asked.text("op"), type_of(asked));
          },
      .operations =
          [](const problem& asked) {
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
  };
}

}  // namespace warpmark::reduce
