#include "variants/sort/shared/radix.hpp"

#include <algorithm>

#include "variants/contract/problem_axes.hpp"

namespace warpmark::sort {

std::uint64_t radix_passes(const problem& problem) { return size_bytes(element_type_of(problem)); }

std::size_t radix_tiling::shared_bytes() const {
  const std::size_t words_per_digit = matching == "table" ? 2 : 1;
  const std::size_t payload = payload_bytes == 0 ? 16 : size() * payload_bytes;
  constexpr std::size_t byte = 16;  // the last member, with its padding
  return size() * key_bytes + payload + (block / 32 * words_per_digit + 1) * radix_digits * 4 +
         byte;
}

radix_tiling radix_tiling_of(const problem& problem, const config& config) {
  const std::string pairs = pairs_of(problem, config);
  const std::size_t key_bytes = pairs == "packed" ? 8 : size_bytes(element_type_of(problem));
  const auto words = static_cast<std::uint32_t>(config.integer("items"));
  return {.block = static_cast<std::uint32_t>(config.integer("block")),
          .items = std::max(1U, words * 4 / static_cast<std::uint32_t>(key_bytes)),
          .matching = config.text("matching"),
          .key_bytes = key_bytes,
          .payload_bytes = pairs == "together" ? 4U : 0U};
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
          .summary = "keys of 4 bytes per thread; half as many of 8 bytes, or packed pairs",
          .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}, std::int64_t{20},
                     std::int64_t{32}},
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

axis pairs_axis() {
  return {.name = "pairs",
          .summary =
              "how payloads move: together: with their keys through shared memory; early, late: "
              "after the keys, in their place there, loaded before the keys are ranked or after; "
              "packed: key and payload as one word of 8 bytes; gathered: indices move, late, and "
              "payloads are gathered at the end",
          .values = {"together", "early", "late", "packed", "gathered"},
          .base = "together"};
}

axis resident_axis() {
  return {.name = "resident",
          .summary =
              "threads of a multiprocessor that the compiler must leave registers for, in full "
              "blocks, but at least one",
          .values = {std::int64_t{768}, std::int64_t{1152}, std::int64_t{1536}},
          .base = std::int64_t{1152},
          .min = 128,
          .max = 2048};
}

std::string pairs_of(const problem& problem, const config& config) {
  if (problem.text("payload") == "none") return {};
  return config.find("pairs") == nullptr ? "together" : config.text("pairs");
}

std::vector<constraint> pairs_constraints() {
  return {{"pairs=early, late, packed and gathered are for keys with payloads",
           [](const problem& problem, const config& config, const device_limits&) {
             return problem.text("payload") != "none" || config.text("pairs") == "together";
           }},
          {"pairs=packed makes words of 8 bytes from keys and payloads of 4",
           [](const problem& problem, const config& config, const device_limits&) {
             return pairs_of(problem, config) != "packed" || radix_passes(problem) == 4;
           }}};
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
