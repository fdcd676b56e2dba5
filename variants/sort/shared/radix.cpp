#include "variants/sort/shared/radix.hpp"

#include <algorithm>

#include "variants/contract/problem_axes.hpp"

namespace warpmark::sort {

std::uint64_t radix_passes(const problem& problem) { return size_bytes(element_type_of(problem)); }

std::size_t radix_tiling::shared_bytes() const {
  const std::size_t words_per_digit = matching == "table" ? 2 : 1;
  const std::size_t payload = payload_bytes == 0 ? 16 : size() * payload_bytes;
  return size() * key_bytes + payload + (block / 32 * words_per_digit + 1) * radix_digits * 4;
}

radix_tiling radix_tiling_of(const problem& problem, const config& config) {
  const std::size_t key_bytes = size_bytes(element_type_of(problem));
  const auto words = static_cast<std::uint32_t>(config.integer("items"));
  return {.block = static_cast<std::uint32_t>(config.integer("block")),
          .items = std::max(1U, words * 4 / static_cast<std::uint32_t>(key_bytes)),
          .matching = config.text("matching"),
          .key_bytes = key_bytes,
          .payload_bytes = problem.text("payload") == "none" ? 0U : 4U};
}

axis radix_block_axis(std::int64_t base) {
  return {.name = "block",
          .summary = "threads per block",
          .values = {std::int64_t{128}, std::int64_t{256}, std::int64_t{384}, std::int64_t{512},
                     std::int64_t{1024}},
          .base = base,
          .swept = true,
          .min = 128,
          .max = 1024,
          .multiple_of = 32};
}

axis radix_items_axis(std::int64_t base) {
  return {.name = "items",
          .summary = "keys of 4 bytes per thread; half as many of 8 bytes",
          .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}, std::int64_t{20}},
          .base = base,
          .min = 1,
          .max = 32};
}

axis matching_axis() {
  return {.name = "matching",
          .summary =
              "how a warp finds the lanes with equal digits: one vote per bit, the match "
              "instruction, or masks in shared memory",
          .values = {"ballot", "instruction", "table"},
          .base = "ballot"};
}

constraint radix_tile_fits_shared_memory() {
  return {"keys in order, with a counter per warp and digit, must fit shared memory",
          [](const problem& problem, const config& config, const device_limits& limits) {
            return radix_tiling_of(problem, config).shared_bytes() + 256 <=
                   limits.max_shared_bytes_per_block_optin;
          }};
}

std::vector<element_type> radix_types() {
  return {element_type::i32, element_type::u32, element_type::i64,
          element_type::u64, element_type::f32, element_type::f64};
}

}  // namespace warpmark::sort
