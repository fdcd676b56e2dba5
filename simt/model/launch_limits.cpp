#include "simt/model/launch_limits.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "simt/model/architecture_limits.hpp"
#include "simt/model/occupancy.hpp"

namespace warpmark::model {
namespace {

// The same for every compute capability so far (CUDA C++ Programming Guide, compute capabilities).
constexpr std::array<std::uint32_t, 3> max_block_extents = {1024, 1024, 64};
constexpr std::array<std::uint32_t, 3> max_grid_extents = {0x7fffffff, 65535, 65535};
constexpr int first_architecture_with_clusters = 90;

std::array<std::uint32_t, 3> extents(const extent3& extent3) {
  return {extent3.x, extent3.y, extent3.z};
}

// The first extent that exceeds its limit.
std::optional<launch_error> beyond(const char* what, const extent3& extent3,
                                   const std::array<std::uint32_t, 3>& max_extents) {
  const auto requested = extents(extent3);
  for (std::size_t i = 0; i < max_extents.size(); ++i)
    if (requested[i] > max_extents[i])
      return launch_error{
          fmt::format("a {} has an extent of at most {} in {}", what, max_extents[i], "xyz"[i]),
          requested[i]};
  return std::nullopt;
}

// 90 for "sm_90a"; 0 if it is not an architecture.
int number_of(const std::string& architecture) {
  int number = 0;
  if (architecture.starts_with("sm_"))
    std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number);
  return number;
}

std::optional<launch_error> check_block(const launch_shape& shape, const device_limits& limits) {
  const std::uint64_t threads = shape.block.count();
  if (threads == 0) return launch_error{"a block has at least one thread"};
  if (threads > static_cast<std::uint64_t>(limits.max_threads_per_block))
    return launch_error{fmt::format("a block has at most {} threads", limits.max_threads_per_block),
                        threads};
  if (auto found = beyond("block", shape.block, max_block_extents)) return found;
  if (shape.dynamic_shared_bytes > limits.max_shared_bytes_per_block_optin)
    return launch_error{fmt::format("a block takes at most {} bytes of shared memory",
                                    limits.max_shared_bytes_per_block_optin),
                        shape.dynamic_shared_bytes};
  return std::nullopt;
}

std::optional<launch_error> check_cluster(const launch_shape& shape, const device_limits& limits) {
  const std::uint64_t blocks = shape.cluster.count();
  if (blocks == 1) return std::nullopt;
  if (blocks == 0) return launch_error{"a cluster has at least one block"};
  if (const int number = number_of(limits.architecture);
      number != 0 && number < first_architecture_with_clusters)
    return launch_error{
        fmt::format("{} has no clusters of blocks, which came with sm_90", limits.architecture),
        blocks};
  if (const auto most = static_cast<std::uint64_t>(max_cluster_blocks(limits.architecture));
      most > 0 && blocks > most)
    return launch_error{fmt::format("a cluster has at most {} blocks", most), blocks};
  return std::nullopt;
}

std::uint64_t resident_blocks_of(const launch_shape& shape, int registers,
                                 const device_limits& limits) {
  return static_cast<std::uint64_t>(resident_blocks(limits, registers,
                                                    static_cast<std::uint32_t>(shape.block.count()),
                                                    shape.dynamic_shared_bytes));
}

std::optional<launch_error> check_residency(const launch_shape& shape, int registers,
                                            const device_limits& limits) {
  const std::uint64_t threads = shape.block.count();
  const std::uint64_t resident = resident_blocks_of(shape, 0, limits);
  if (resident == 0)
    return launch_error{
        fmt::format("a multiprocessor has room for at most {} threads and {} "
                    "bytes of shared memory: not one such block fits",
                    limits.max_threads_per_multiprocessor, limits.shared_bytes_per_multiprocessor),
        threads};
  if (registers > 0 && resident_blocks_of(shape, registers, limits) == 0)
    return launch_error{fmt::format("a block has at most {} registers (threads times what "
                                    "-maxrregcount allows each)",
                                    limits.registers_per_multiprocessor),
                        threads * static_cast<std::uint64_t>(registers)};
  const std::uint64_t whole = resident * static_cast<std::uint64_t>(limits.multiprocessors);
  if (shape.cooperative && shape.grid.count() > whole)
    return launch_error{
        fmt::format("a cooperative grid is resident at once: with such blocks it has at most {} "
                    "of them ({} on each of {} multiprocessors)",
                    whole, resident, limits.multiprocessors),
        shape.grid.count()};
  return std::nullopt;
}

}  // namespace

std::string launch_error::text() const {
  return requested == 0 ? limit : fmt::format("{}; requested {}", limit, requested);
}

std::optional<launch_error> check_launch(const launch_shape& shape, int registers_per_thread,
                                         const device_limits& limits) {
  if (auto found = check_block(shape, limits)) return found;
  if (shape.grid.count() == 0) return launch_error{"a grid has at least one block"};
  if (auto found = beyond("grid", shape.grid, max_grid_extents)) return found;
  if (auto found = check_cluster(shape, limits)) return found;
  return check_residency(shape, registers_per_thread, limits);
}

}  // namespace warpmark::model
