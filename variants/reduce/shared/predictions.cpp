#include "variants/reduce/shared/predictions.hpp"

#include <bit>

#include <fmt/format.h>

#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::reduce {

bool has_plain_values(const problem& problem, std::size_t bytes) {
  const auto& op = problem.text("op");
  if (op != "sum" && op != "min" && op != "max") return false;
  return bytes == 0 || ops::value_bytes(op, element_type_of(problem)) == bytes;
}

bool loads_whole_sectors(const problem& problem) {
  return has_plain_values(problem) && input_offset(problem) == 0;
}

bool has_native_atomic(const problem& problem) {
  return problem.text("op") == "sum" || !is_floating(element_type_of(problem));
}

std::uint64_t sectors_of(std::uint64_t count, std::size_t element_bytes) {
  return (count * element_bytes + 31) / 32;
}

std::uint64_t sectors_of_partials(const problem& problem, std::uint64_t count, std::uint64_t tile) {
  const std::size_t bytes = ops::value_bytes(problem.text("op"), element_type_of(problem));
  std::uint64_t sectors = sectors_of(count, bytes);
  for (; blocks_for(count, tile) > 1; sectors += sectors_of(count, bytes))
    count = blocks_for(count, tile);
  return sectors;
}

std::uint64_t sectors_of_passes(const problem& problem, std::uint64_t tile) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t first = sectors_of(n, size_bytes(element_type_of(problem)));
  const std::uint64_t partials = blocks_for(n, tile);
  return partials == 1 ? first : first + sectors_of_partials(problem, partials, tile);
}

std::uint64_t blocks_of_passes(std::uint64_t count, std::uint64_t tile) {
  std::uint64_t blocks = 0;
  for (;; count = blocks_for(count, tile)) {
    blocks += blocks_for(count, tile);
    if (blocks_for(count, tile) == 1) return blocks;
  }
}

counter_prediction of_all_blocks(
    block_cost cost,
    std::function<std::optional<std::uint64_t>(const problem&, const config&)> blocks) {
  counter_prediction result{cost.counter,
                            fmt::format("per block: {}{}", cost.formula,
                                        cost.of_any_value ? "" : " (values of 4 bytes)")};
  result.value = [cost = std::move(cost), blocks = std::move(blocks)](
                     const problem& problem, const config& config) -> std::optional<std::uint64_t> {
    if (!cost.of_any_value && !has_plain_values(problem, 4)) return std::nullopt;
    const auto count = blocks(problem, config);
    if (!count) return std::nullopt;
    return *count * cost.of(static_cast<std::uint64_t>(config.integer("block")), config);
  };
  return result;
}

std::uint64_t steps_of(std::uint64_t block) {
  return static_cast<std::uint64_t>(std::countr_zero(block));
}

}  // namespace warpmark::reduce
