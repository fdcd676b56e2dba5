#include "variants/reduce/shared/finish.hpp"

#include <cmath>

#include "variants/contract/operators.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {
namespace {

// A few items per thread save a launch: 2^22 partials take three passes instead of four.
constexpr std::uint32_t finishing_items = 4;

// What one block of the tree reduces.
std::uint64_t finishing_tile(const problem& problem) {
  return finishing_block * (ops::is_commutative(problem.text("op")) ? finishing_items : 1);
}

}  // namespace

axis finish_axis() {
  return {.name = "finish",
          .summary = "how the partial results are reduced",
          .values = {"tree", "serial"},
          .base = "tree"};
}

void add_finish(plan_builder& builder, const std::string& method, std::size_t from,
                std::uint64_t count) {
  if (method == "serial") {
    builder.launch(templates::serial_thread{.unroll = 4}, 1, 32, from, builder.output(), count);
    return;
  }
  const block_pass any_order{
      templates::tree_sequential{.block = finishing_block, .items = finishing_items},
      finishing_block, finishing_items};
  const block_pass in_order{
      templates::tree_interleaved_compact{.block = finishing_block, .items = 1, .padded = true},
      finishing_block, 1};
  add_passes(builder, builder.is_commutative() ? any_order : in_order, from, count);
}

std::uint64_t finish_launches(const problem& problem, const std::string& method,
                              std::uint64_t count) {
  return method == "serial" ? 1 : pass_count(count, finishing_tile(problem));
}

std::uint64_t finish_sectors(const problem& problem, const std::string& method,
                             std::uint64_t count) {
  // One thread loads one value at a time.
  return method == "serial" ? count : sectors_of_partials(problem, count, finishing_tile(problem));
}

double finish_rounding_depth(const std::string& method, std::uint64_t count) {
  if (method == "serial") return static_cast<double>(count);
  return passes_rounding_depth(count, finishing_block, finishing_items, std::log2(finishing_block));
}

}  // namespace warpmark::reduce
