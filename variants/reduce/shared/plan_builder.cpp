#include "variants/reduce/shared/plan_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpmark::reduce {
namespace {

template <class T>
T identity_of(const std::string& op) {
  using limits = std::numeric_limits<T>;
  if (op == "sum") return T(0);
  if (op == "min") return limits::has_infinity ? limits::infinity() : limits::max();
  return limits::has_infinity ? -limits::infinity() : limits::lowest();
}

}  // namespace

plan_builder::plan_builder(const problem& asked)
    : n_(static_cast<std::uint64_t>(asked.integer("n"))),
      type_(*parse_element_type(asked.text("type"))),
      op_(asked.text("op")) {
  plan_.buffers.push_back({"input", buffer_role::input, n_ * size_bytes(type_)});
  plan_.buffers.push_back({"output", buffer_role::output, size_bytes(type_)});
}

std::size_t plan_builder::scratch(std::string name, std::uint64_t count) {
  plan_.buffers.push_back({std::move(name), buffer_role::scratch, count * size_bytes(type_)});
  return plan_.buffers.size() - 1;
}

std::size_t plan_builder::scratch_of_asked_size(std::string name,
                                                std::function<std::size_t()> size_bytes) {
  plan_.buffers.push_back({std::move(name), buffer_role::scratch, 0, std::move(size_bytes)});
  return plan_.buffers.size() - 1;
}

void plan_builder::launch(std::string_view kernel, const std::vector<std::string>& arguments,
                          std::uint64_t grid, std::uint32_t block, std::size_t from, std::size_t to,
                          std::uint64_t count) {
  if (grid > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(fmt::format("a grid of {} blocks exceeds 2^31 - 1", grid));
  std::vector<std::string> all = {std::string(cuda_spelling(type_)), operator_spelling(op_)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const kernel_instance wanted{fmt::format("reduce/{}.cuh", kernel),
                               fmt::format("reduce::{}<{}>", kernel, fmt::join(all, ", "))};
  auto found = std::find(plan_.kernels.begin(), plan_.kernels.end(), wanted);
  if (found == plan_.kernels.end()) found = plan_.kernels.insert(found, wanted);

  launch_step step{.kernel = static_cast<std::size_t>(found - plan_.kernels.begin()),
                   .shape = {.grid = {static_cast<std::uint32_t>(grid)}, .block = {block}},
                   .arguments = {buffer_argument{from}, buffer_argument{to},
                                 scalar_argument::of(std::uint64_t{count})}};
  plan_.steps.emplace_back(std::move(step));
}

void plan_builder::fill_identity(std::size_t buffer, std::uint64_t count) {
  const auto pattern = dispatch(type_, [&]<class T>(std::type_identity<T>) {
    return scalar_argument::of(identity_of<T>(op_));
  });
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

std::string operator_spelling(const std::string& op) {
  if (op == "min") return "ops::minimum";
  if (op == "max") return "ops::maximum";
  return "ops::sum";
}

}  // namespace warpmark::reduce
