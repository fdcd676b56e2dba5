// A kernel that copies 16 bytes per lane: the copy bandwidth of a hand-written kernel.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/contract/variant.hpp"
#include "variants/copy/shared/buffers.hpp"
#include "variants/copy/shared/templates.hpp"

namespace warpmark::copy {

namespace {

constexpr std::uint64_t vector_bytes = 16;
constexpr std::int64_t base_blocks_per_sm = 8;

launch_plan plan_vectorised(const problem& problem, const config& config,
                            const device_limits& limits) {
  launch_plan plan = plan_of_buffers(problem);
  const template_instance kernel =
      templates::vectorised{.block = config.integer("block"), .unroll = config.integer("unroll")};
  plan.kernels.push_back({kernel.file(), kernel.spelling()});
  const std::uint64_t grid = streaming_grid(input_bytes(problem) / vector_bytes, config, limits);
  plan.steps.emplace_back(
      launch_step{.kernel = 0,
                  .shape = {.grid = {static_cast<std::uint32_t>(grid)},
                            .block = {static_cast<std::uint32_t>(config.integer("block"))}},
                  .arguments = {buffer_argument{input}, buffer_argument{output},
                                scalar_argument::of(std::uint64_t{input_bytes(problem)})}});
  return plan;
}

std::vector<axis> config_axes() {
  return {block_axis(false),
          grid_axis("covering"),
          blocks_per_sm_axis(base_blocks_per_sm),
          {.name = "unroll",
           .summary = "vectors that a thread loads before it stores the first",
           .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
           .base = std::int64_t{1},
           .min = 1,
           .max = 16}};
}

// Those of the data only, each moved once. Elements before them may begin within a sector.
std::optional<std::uint64_t> sectors(const problem& problem, const config&) {
  const std::uint64_t bytes = input_bytes(problem);
  if (input_offset(problem) != 0 || bytes % 32 != 0) return std::nullopt;
  return bytes / 32;
}

}  // namespace

variant vectorised() {
  return {
      .family = "copy",
      .name = "vectorised",
      .level = 2,
      .catalogue_id = "",
      .title = "copy of 16-byte vectors",
      .summary =
          "A lane loads and stores 16 bytes at a time, so that a warp moves 512 bytes with one "
          "instruction, and keeps `unroll` loads in flight. It is limited by the bytes in flight "
          "on a multiprocessor, and by how well reads and writes share the memory: a covering grid "
          "keeps both close together.",
      .source = "catalogue section 1.1 (bytes in flight); the copy of STREAM (McCalpin 1995)",
      .types = all_element_types(),
      .axes = config_axes(),
      .constraints = {covering_has_one_size(base_blocks_per_sm)},
      .costs = {.bytes = "2*N*s",
                .operations = "N*s/16 loads and as many stores",
                .synchronisation = "none"},
      .predictions = {{"global_load_sectors", "N*s/32, if an integer; offset=0", sectors},
                      {"global_store_sectors", "N*s/32, if an integer; offset=0", sectors},
                      {"bytes in flight per SM", "B * blocks_per_sm * unroll * 16"}},
      .plan = plan_vectorised,
  };
}

}  // namespace warpmark::copy
