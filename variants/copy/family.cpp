// The contract of copy: the output equals the input, bit for bit. The upper bound of memory
// bandwidth.

#include "variants/contract/family.hpp"

#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/one_input.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::copy {
namespace {

template <class T>
class instance final : public one_input<T> {
 public:
  using one_input<T>::one_input;

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees&) const override {
    const auto input = this->elements();
    if (name != "output" || output.size() != input.size_bytes())
      throw std::out_of_range("copy has one output, 'output', as large as the input");
    if (output.empty() || std::memcmp(output.data(), input.data(), output.size()) == 0)
      return {.ok = true};
    return first_difference(input, output);
  }

 private:
  static oracle_result first_difference(std::span<const T> input,
                                        std::span<const std::byte> output) {
    for (std::size_t i = 0;; ++i) {
      const std::byte* got = output.data() + i * sizeof(T);
      if (std::memcmp(got, &input[i], sizeof(T)) == 0) continue;
      T value;
      std::memcpy(&value, got, sizeof(T));
      return {.ok = false,
              .first_bad_index = i,
              .expected = fmt::format("{}", input[i]),
              .got = fmt::format("{}", value)};
    }
  }
};

}  // namespace

family describe_family() {
  return {
      .name = "copy",
      .summary = "copy n elements from one array to another",
      .axes = {type_axis(), size_axis(), distribution_axis()},
      .instance = make_instance<instance>,
      .compulsory_bytes =
          [](const problem& problem) { return std::uint64_t{2 * input_bytes(problem)}; },
      .operations =
          [](const problem& problem) { return static_cast<std::uint64_t>(problem.integer("n")); },
      .traffic = memory_traffic::copy,
      .has_one_result = [](const problem&) { return true; },
  };
}

}  // namespace warpmark::copy
