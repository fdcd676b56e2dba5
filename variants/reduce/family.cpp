// The contract of reduce: fold n elements with an associative, commutative operator into one value.
// Source: seed 002 (lecture on sums of an array), 01:32; catalogue section 2.

#include "variants/contract/family.hpp"

#include <cstring>
#include <stdexcept>

#include "variants/contract/distribution.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/reduce/shared/oracle.hpp"

namespace warpmark::reduce {
namespace {

template <class T>
class instance final : public problem_instance {
 public:
  instance(const problem& asked, std::uint64_t seed)
      : input_(static_cast<std::size_t>(asked.integer("n"))) {
    generate<T>(input_, asked.text("dist"), seed);
    oracle_ = make_oracle<T>(input_, asked.text("op"), asked.text("dist") == "uniform");
  }

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range("reduce has no input '" + std::string(name) + "'");
    return std::as_bytes(input_.span());
  }

  verdict check(std::string_view name, std::span<const std::byte> output,
                double rounding_depth) const override {
    if (name != "output" || output.size() != sizeof(T))
      throw std::out_of_range("reduce has one output, 'output', of one element");
    T got;
    std::memcpy(&got, output.data(), sizeof(T));
    return judge(oracle_, got, rounding_depth);
  }

 private:
  host_array<T> input_;
  oracle<T> oracle_;
};

}  // namespace

family describe_family() {
  const auto size_of = [](const problem& asked) {
    return static_cast<std::uint64_t>(size_bytes(*parse_element_type(asked.text("type"))));
  };
  return {
      .name = "reduce",
      .summary = "fold n elements into one value",
      .axes =
          {type_axis(),
           size_axis(),
           {.name = "op", .summary = "operator", .values = {"sum", "min", "max"}, .base = "sum"},
           distribution_axis()},
      .instance = [](const problem& asked,
                     std::uint64_t seed) -> std::unique_ptr<problem_instance> {
        return dispatch(*parse_element_type(asked.text("type")),
                        [&]<class T>(std::type_identity<T>) -> std::unique_ptr<problem_instance> {
                          return std::make_unique<instance<T>>(asked, seed);
                        });
      },
      .compulsory_bytes =
          [size_of](const problem& asked) {
            return (static_cast<std::uint64_t>(asked.integer("n")) + 1) * size_of(asked);
          },
      .operations =
          [](const problem& asked) {
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            return n == 0 ? 0 : n - 1;
          },
  };
}

}  // namespace warpmark::reduce
