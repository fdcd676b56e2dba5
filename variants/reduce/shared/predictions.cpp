#include "variants/reduce/shared/predictions.hpp"

#include <bit>

#include <fmt/format.h>

#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::reduce {

bool has_plain_values(const problem& asked, std::size_t bytes) {
  const auto& op = asked.text("op");
  if (op != "sum" && op != "min" && op != "max") return false;
  return bytes == 0 || ops::value_bytes(op, element_type_of(asked)) == bytes;
}

bool loads_whole_sectors(const problem& asked) {
  return has_plain_values(asked) && input_offset(asked) == 0;
}

bool has_native_atomic(const problem& asked) {
  return asked.text("op") == "sum" || !is_floating(element_type_of(asked));
}

std::uint64_t sectors_of(std::uint64_t count, std::size_t element_bytes) {
  return (count * element_bytes + 31) / 32;
}

std::uint64_t sectors_of_partials(const problem& asked, std::uint64_t count, std::uint64_t tile) {
  const std::size_t bytes = ops::value_bytes(asked.text("op"), element_type_of(asked));
  std::uint64_t sectors = sectors_of(count, bytes);
  for (; blocks_for(count, tile) > 1; sectors += sectors_of(count, bytes))
    count = blocks_for(count, tile);
  return sectors;
}

std::uint64_t sectors_of_passes(const problem& asked, std::uint64_t tile) {
  const auto n = static_cast<std::uint64_t>(asked.integer("n"));
  const std::uint64_t first = sectors_of(n, size_bytes(element_type_of(asked)));
  const std::uint64_t partials = blocks_for(n, tile);
  return partials == 1 ? first : first + sectors_of_partials(asked, partials, tile);
}

std::uint64_t blocks_of_passes(std::uint64_t count, std::uint64_t tile) {
  std::uint64_t blocks = 0;
  for (;; count = blocks_for(count, tile)) {
    blocks += blocks_for(count, tile);
    if (blocks_for(count, tile) == 1) return blocks;
  }
}

expected_defect of_all_blocks(
    block_cost cost,
    std::function<std::optional<std::uint64_t>(const problem&, const config&)> blocks) {
  expected_defect result{
      cost.counter,
      fmt::format("a block: {}{}", cost.formula, cost.of_any_value ? "" : " (values of 4 bytes)")};
  result.value = [cost = std::move(cost), blocks = std::move(blocks)](
                     const problem& asked, const config& how) -> std::optional<std::uint64_t> {
    if (!cost.of_any_value && !has_plain_values(asked, 4)) return std::nullopt;
    const auto count = blocks(asked, how);
    if (!count) return std::nullopt;
    return *count * cost.of(static_cast<std::uint64_t>(how.integer("block")), how);
  };
  return result;
}

expected_defect one_launch() {
  return {"launches", "1",
          [](const problem&, const config&) -> std::optional<std::uint64_t> { return 1; }};
}

std::uint64_t steps_of(std::uint64_t block) {
  return static_cast<std::uint64_t>(std::countr_zero(block));
}

}  // namespace warpmark::reduce
