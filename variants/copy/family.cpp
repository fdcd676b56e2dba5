// The contract of copy: the output equals the input, bit for bit. What memory can do at best.

#include "variants/contract/family.hpp"

#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "variants/contract/distribution.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::copy {
namespace {

template <class T>
class instance final : public problem_instance {
 public:
  instance(const problem& asked, std::uint64_t seed)
      : input_(static_cast<std::size_t>(asked.integer("n"))) {
    generate<T>(input_, asked.text("dist"), seed);
  }

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range("copy has no input '" + std::string(name) + "'");
    return std::as_bytes(input_.span());
  }

  verdict check(std::string_view name, std::span<const std::byte> output,
                double /*rounding_depth*/) const override {
    if (name != "output" || output.size() != input_.size() * sizeof(T))
      throw std::out_of_range("copy has one output, 'output', as large as the input");
    if (output.empty() || std::memcmp(output.data(), input_.data(), output.size()) == 0)
      return {.ok = true};
    return first_difference(output);
  }

 private:
  verdict first_difference(std::span<const std::byte> output) const {
    for (std::size_t i = 0;; ++i) {
      const std::byte* got = output.data() + i * sizeof(T);
      if (std::memcmp(got, &input_[i], sizeof(T)) == 0) continue;
      T value;
      std::memcpy(&value, got, sizeof(T));
      return {.ok = false,
              .first_bad_index = i,
              .expected = fmt::format("{}", input_[i]),
              .got = fmt::format("{}", value)};
    }
  }

  host_array<T> input_;
};

std::uint64_t bytes_of(const problem& asked) {
  return static_cast<std::uint64_t>(asked.integer("n")) *
         size_bytes(*parse_element_type(asked.text("type")));
}

}  // namespace

family describe_family() {
  return {
      .name = "copy",
      .summary = "move n elements from one place in memory to another",
      .axes = {type_axis(), size_axis(), distribution_axis()},
      .instance = [](const problem& asked,
                     std::uint64_t seed) -> std::unique_ptr<problem_instance> {
        return dispatch(*parse_element_type(asked.text("type")),
                        [&]<class T>(std::type_identity<T>) -> std::unique_ptr<problem_instance> {
                          return std::make_unique<instance<T>>(asked, seed);
                        });
      },
      .compulsory_bytes = [](const problem& asked) { return 2 * bytes_of(asked); },
      .operations =
          [](const problem& asked) { return static_cast<std::uint64_t>(asked.integer("n")); },
      .traffic = memory_traffic::copy,
  };
}

}  // namespace warpmark::copy
