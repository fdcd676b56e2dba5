#pragma once

#include <memory>
#include <stdexcept>

#include "variants/contract/distribution.hpp"
#include "variants/contract/element_type.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/host_array.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark {

/// A problem whose only input buffer, "input", has n elements of its distribution, after `offset`
/// elements that are not part of it, if the family has that axis.
template <class T>
class one_input : public problem_instance {
 public:
  one_input(const problem& problem, std::uint64_t seed)
      : offset_(input_offset(problem)),
        input_(offset_ + static_cast<std::size_t>(problem.integer("n"))) {
    const std::span<T> all = input_;
    generate<T>(all.first(offset_), "constant", seed);
    generate<T>(all.subspan(offset_), problem.text("dist"), seed);
  }

  std::span<const std::byte> input(std::string_view name) const override {
    if (name != "input") throw std::out_of_range("there is no input '" + std::string(name) + "'");
    return std::as_bytes(input_.span());
  }

 protected:
  std::span<const T> elements() const { return input_.span().subspan(offset_); }
  std::span<T> elements() { return std::span<T>(input_).subspan(offset_); }

 private:
  std::size_t offset_;
  host_array<T> input_;
};

/// Makes the `Instance` of the problem's element type: a family's `instance`.
template <template <class> class Instance>
std::unique_ptr<problem_instance> make_instance(const problem& problem, std::uint64_t seed) {
  return dispatch(element_type_of(problem),
                  [&]<class T>(std::type_identity<T>) -> std::unique_ptr<problem_instance> {
                    return std::make_unique<Instance<T>>(problem, seed);
                  });
}

}  // namespace warpmark
