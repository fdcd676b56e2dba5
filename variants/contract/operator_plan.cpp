#include "variants/contract/operator_plan.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark {

operator_plan::operator_plan(std::string family, const problem& asked, std::uint64_t results)
    : family_(std::move(family)),
      n_(static_cast<std::uint64_t>(asked.integer("n"))),
      type_(element_type_of(asked)),
      offset_bytes_(input_offset(asked) * size_bytes(type_)),
      op_(asked.text("op")) {
  plan_.buffers.push_back({"input", buffer_role::input, offset_bytes_ + n_ * size_bytes(type_)});
  plan_.buffers.push_back({"output", buffer_role::output, results * ops::result_bytes(op_, type_)});
}

bool operator_plan::is_commutative() const { return ops::is_commutative(op_); }

std::string operator_plan::op_spelling() const { return ops::spelling(op_, type_); }

std::string operator_plan::value_spelling() const { return ops::value_spelling(op_, type_); }

std::size_t operator_plan::value_bytes() const { return ops::value_bytes(op_, type_); }

std::size_t operator_plan::scratch(std::string name, std::uint64_t count) {
  plan_.buffers.push_back({std::move(name), buffer_role::scratch, count * value_bytes()});
  return plan_.buffers.size() - 1;
}

std::size_t operator_plan::scratch_of_asked_size(std::string name,
                                                 std::function<std::size_t()> size_bytes) {
  plan_.buffers.push_back({std::move(name), buffer_role::scratch, 0, std::move(size_bytes)});
  return plan_.buffers.size() - 1;
}

std::size_t operator_plan::state(std::string name, std::size_t size_bytes) {
  plan_.buffers.push_back({std::move(name), buffer_role::state, size_bytes});
  return plan_.buffers.size() - 1;
}

std::size_t operator_plan::zeroed(std::string name, std::size_t size_bytes) {
  plan_.buffers.push_back({std::move(name), buffer_role::scratch, size_bytes});
  const std::size_t buffer = plan_.buffers.size() - 1;
  plan_.steps.emplace_back(
      fill_step{{buffer}, scalar_argument::of(std::uint32_t{0}), size_bytes / 4});
  return buffer;
}

std::string operator_plan::held_by(std::size_t buffer) const {
  const buffer_role role = plan_.buffers[buffer].role;
  const bool pair = ops::result_bytes(op_, type_) != size_bytes(type_);
  if (role == buffer_role::input || (role == buffer_role::output && !pair))
    return std::string(cuda_spelling(type_));
  return value_spelling();
}

launch_step& operator_plan::launch(std::string_view kernel,
                                   const std::vector<std::string>& arguments, std::uint64_t grid,
                                   std::uint32_t block, std::size_t from, std::size_t to,
                                   std::uint64_t count, std::vector<kernel_argument> more) {
  std::vector<std::string> all = {held_by(from), held_by(to), op_spelling()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<kernel_argument> passed = {begin_of(from), begin_of(to),
                                         scalar_argument::of(std::uint64_t{count})};
  passed.insert(passed.end(), more.begin(), more.end());
  return launch_instance(kernel, fmt::format("{}<{}>", kernel, fmt::join(all, ", ")), grid, block,
                         std::move(passed));
}

launch_step& operator_plan::launch_instance(std::string_view file, std::string_view function,
                                            std::uint64_t grid, std::uint32_t block,
                                            std::vector<kernel_argument> arguments) {
  if (grid > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(fmt::format("a grid of {} blocks exceeds 2^31 - 1", grid));
  const kernel_instance wanted{fmt::format("{}/{}.cuh", family_, file),
                               fmt::format("{}::{}", family_, function),
                               std::string(cuda_header(type_))};
  auto found = std::find(plan_.kernels.begin(), plan_.kernels.end(), wanted);
  if (found == plan_.kernels.end()) found = plan_.kernels.insert(found, wanted);

  launch_step step{.kernel = static_cast<std::size_t>(found - plan_.kernels.begin()),
                   .shape = {.grid = {static_cast<std::uint32_t>(grid)}, .block = {block}},
                   .arguments = std::move(arguments)};
  return std::get<launch_step>(plan_.steps.emplace_back(std::move(step)));
}

void operator_plan::fill_identity(std::size_t buffer, std::uint64_t count) {
  const auto pattern = ops::dispatch_over(
      op_, type_, []<class Op>(Op) { return scalar_argument::of(Op::identity()); });
  plan_.steps.emplace_back(fill_step{{buffer}, pattern, count});
}

std::uint64_t blocks_for(std::uint64_t n, std::uint64_t tile) {
  return std::max<std::uint64_t>(1, (n + tile - 1) / tile);
}

}  // namespace warpmark
