#include "variants/reduce/shared/plan_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::reduce {
namespace {

std::vector<std::string> operators_that(bool (*suit)(const std::string&)) {
  std::vector<std::string> suitable;
  for (const auto& op : ops::names())
    if (suit(op)) suitable.push_back(op);
  return suitable;
}

}  // namespace

plan_builder::plan_builder(const problem& asked)
    : n_(static_cast<std::uint64_t>(asked.integer("n"))),
      type_(element_type_of(asked)),
      op_(asked.text("op")) {
  offset_bytes_ = input_offset(asked) * size_bytes(type_);
  plan_.buffers.push_back({"input", buffer_role::input, offset_bytes_ + n_ * size_bytes(type_)});
  plan_.buffers.push_back({"output", buffer_role::output, ops::result_bytes(op_, type_)});
}

bool plan_builder::is_commutative() const { return ops::is_commutative(op_); }

std::size_t plan_builder::scratch(std::string name, std::uint64_t count) {
  plan_.buffers.push_back(
      {std::move(name), buffer_role::scratch, count * ops::value_bytes(op_, type_)});
  return plan_.buffers.size() - 1;
}

std::size_t plan_builder::scratch_of_asked_size(std::string name,
                                                std::function<std::size_t()> size_bytes) {
  plan_.buffers.push_back({std::move(name), buffer_role::scratch, 0, std::move(size_bytes)});
  return plan_.buffers.size() - 1;
}

std::size_t plan_builder::state(std::string name, std::size_t size_bytes) {
  plan_.buffers.push_back({std::move(name), buffer_role::state, size_bytes});
  return plan_.buffers.size() - 1;
}

std::string plan_builder::held_by(std::size_t buffer) const {
  const buffer_role role = plan_.buffers[buffer].role;
  const bool pair = ops::result_bytes(op_, type_) != size_bytes(type_);
  if (role == buffer_role::input || (role == buffer_role::output && !pair))
    return std::string(cuda_spelling(type_));
  return ops::value_spelling(op_, type_);
}

launch_step& plan_builder::launch(std::string_view kernel,
                                  const std::vector<std::string>& arguments, std::uint64_t grid,
                                  std::uint32_t block, std::size_t from, std::size_t to,
                                  std::uint64_t count, std::vector<kernel_argument> more) {
  if (grid > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(fmt::format("a grid of {} blocks exceeds 2^31 - 1", grid));
  std::vector<std::string> all = {held_by(from), held_by(to), ops::spelling(op_, type_)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const kernel_instance wanted{fmt::format("reduce/{}.cuh", kernel),
                               fmt::format("reduce::{}<{}>", kernel, fmt::join(all, ", ")),
                               std::string(cuda_header(type_))};
  auto found = std::find(plan_.kernels.begin(), plan_.kernels.end(), wanted);
  if (found == plan_.kernels.end()) found = plan_.kernels.insert(found, wanted);

  launch_step step{.kernel = static_cast<std::size_t>(found - plan_.kernels.begin()),
                   .shape = {.grid = {static_cast<std::uint32_t>(grid)}, .block = {block}},
                   .arguments = {from == input() ? input_argument() : buffer_argument{from},
                                 buffer_argument{to}, scalar_argument::of(std::uint64_t{count})}};
  step.arguments.insert(step.arguments.end(), more.begin(), more.end());
  return std::get<launch_step>(plan_.steps.emplace_back(std::move(step)));
}

void plan_builder::fill_identity(std::size_t buffer, std::uint64_t count) {
  const auto pattern = ops::dispatch_over(
      op_, type_, []<class Op>(Op) { return scalar_argument::of(Op::identity()); });
  plan_.steps.emplace_back(fill_step{{buffer}, pattern, count});
}

void add_passes(plan_builder& builder, const block_pass& pass, std::size_t from,
                std::uint64_t count) {
  const std::uint64_t tile = std::uint64_t{pass.block} * pass.items;
  std::array<std::size_t, 2> partials{};
  for (std::size_t level = 0;; ++level) {
    const std::uint64_t grid = blocks_for(count, tile);
    std::size_t to = builder.output();
    if (grid > 1) {
      // Only the first two levels need room: later ones fit where earlier ones were.
      if (level < 2) partials[level] = builder.scratch(fmt::format("partials_{}", level), grid);
      to = partials[level % 2];
    }
    builder.launch(pass.kernel, pass.arguments, grid, pass.block, from, to, count);
    if (grid == 1) return;
    from = to;
    count = grid;
  }
}

std::uint64_t pass_count(std::uint64_t count, std::uint64_t tile) {
  std::uint64_t passes = 1;
  for (; blocks_for(count, tile) > 1; ++passes) count = blocks_for(count, tile);
  return passes;
}

double passes_rounding_depth(std::uint64_t count, std::uint32_t block, std::uint32_t items,
                             double tree_depth) {
  return static_cast<double>(pass_count(count, std::uint64_t{block} * items)) *
         (items + tree_depth);
}

std::uint64_t blocks_for(std::uint64_t n, std::uint64_t tile) {
  return std::max<std::uint64_t>(1, (n + tile - 1) / tile);
}

std::vector<std::string> commutative_operators() {
  return operators_that([](const std::string& op) { return ops::is_commutative(op); });
}

std::vector<std::string> atomic_operators() { return {"sum", "min", "max"}; }

constraint order_needs_one_item() {
  return {"op=recurrence takes elements in their order: items = 1",
          [](const problem& asked, const config& how, const device_limits&) {
            return ops::is_commutative(asked.text("op")) || how.integer("items") == 1;
          }};
}

}  // namespace warpmark::reduce
