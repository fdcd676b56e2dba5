// A contract to break: output[i] = input[i] + 1. Its variants carry one fault each, and are linked
// into a test's program only.

#include "variants/contract/family.hpp"

#include <cstring>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace warpmark::fault {
namespace {

class instance final : public problem_instance {
 public:
  explicit instance(std::size_t n) : input_(n) { std::iota(input_.begin(), input_.end(), 7); }

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range("fault has no input '" + std::string(name) + "'");
    return std::as_bytes(std::span(input_));
  }

  oracle_result check(std::string_view, std::span<const std::byte> output,
                      const guarantees&) const override {
    for (std::size_t i = 0; i < input_.size(); ++i) {
      std::int32_t got;
      std::memcpy(&got, output.data() + i * sizeof got, sizeof got);
      if (got != input_[i] + 1)
        return {.first_bad_index = i,
                .expected = fmt::to_string(input_[i] + 1),
                .got = fmt::to_string(got)};
    }
    return {.ok = true};
  }

 private:
  std::vector<std::int32_t> input_;
};

}  // namespace

family describe_family() {
  const std::vector<parameter_value> sizes{std::int64_t{1} << 10, std::int64_t{1} << 12};
  const auto n_of = [](const problem& problem) {
    return static_cast<std::uint64_t>(problem.integer("n"));
  };
  return {
      .name = "fault",
      .summary = "add one to n integers, with a fault",
      .axes = {{.name = "type", .summary = "element type", .values = {"i32"}, .base = "i32"},
               {.name = "n",
                .summary = "elements",
                .values = sizes,
                .base = sizes.front(),
                .swept = true,
                .min = 4,
                .max = 1 << 24}},
      .instance = [](const problem& problem, std::uint64_t) -> std::unique_ptr<problem_instance> {
        return std::make_unique<instance>(static_cast<std::size_t>(problem.integer("n")));
      },
      .compulsory_bytes = [n_of](const problem& problem) { return 8 * n_of(problem); },
      .operations = n_of,
  };
}

}  // namespace warpmark::fault
