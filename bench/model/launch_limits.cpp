#include "bench/model/launch_limits.hpp"

#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "bench/model/occupancy.hpp"

namespace warpmark::model {
namespace {

// Of every compute capability so far (CUDA C++ Programming Guide, compute capabilities).
constexpr std::array<std::uint32_t, 3> most_block_extents = {1024, 1024, 64};
constexpr std::array<std::uint32_t, 3> most_grid_extents = {0x7fffffff, 65535, 65535};
constexpr std::uint64_t most_cluster_blocks = 16;  // Of Hopper; more than 8 are not portable.
constexpr int first_architecture_with_clusters = 90;

std::array<std::uint32_t, 3> extents(const extent3& of) { return {of.x, of.y, of.z}; }

// The first extent beyond its limit.
std::optional<launch_objection> beyond(const char* what, const extent3& of,
                                       const std::array<std::uint32_t, 3>& most) {
  const auto asked = extents(of);
  for (std::size_t i = 0; i < most.size(); ++i)
    if (asked[i] > most[i])
      return launch_objection{
          fmt::format("a {} has an extent of at most {} in {}", what, most[i], "xyz"[i]), asked[i]};
  return std::nullopt;
}

// "sm_90a" is 90; 0 if it is none.
int number_of(const std::string& architecture) {
  int number = 0;
  if (architecture.starts_with("sm_"))
    std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number);
  return number;
}

std::optional<launch_objection> objection_to_block(const launch_shape& shape,
                                                   const device_limits& limits) {
  const std::uint64_t threads = shape.block.count();
  if (threads == 0) return launch_objection{"a block has at least one thread"};
  if (threads > static_cast<std::uint64_t>(limits.max_threads_per_block))
    return launch_objection{
        fmt::format("a block has at most {} threads", limits.max_threads_per_block), threads};
  if (auto found = beyond("block", shape.block, most_block_extents)) return found;
  if (shape.dynamic_shared_bytes > limits.max_shared_bytes_per_block_optin)
    return launch_objection{fmt::format("a block takes at most {} bytes of shared memory",
                                        limits.max_shared_bytes_per_block_optin),
                            shape.dynamic_shared_bytes};
  return std::nullopt;
}

std::optional<launch_objection> objection_to_cluster(const launch_shape& shape,
                                                     const device_limits& limits) {
  const std::uint64_t blocks = shape.cluster.count();
  if (blocks == 1) return std::nullopt;
  if (blocks == 0) return launch_objection{"a cluster has at least one block"};
  if (const int number = number_of(limits.architecture);
      number != 0 && number < first_architecture_with_clusters)
    return launch_objection{
        fmt::format("{} has no clusters of blocks, which came with sm_90", limits.architecture),
        blocks};
  if (blocks > most_cluster_blocks)
    return launch_objection{fmt::format("a cluster has at most {} blocks", most_cluster_blocks),
                            blocks};
  return std::nullopt;
}

std::uint64_t most_resident(const launch_shape& shape, int registers, const device_limits& limits) {
  return static_cast<std::uint64_t>(resident_blocks(limits, registers,
                                                    static_cast<std::uint32_t>(shape.block.count()),
                                                    shape.dynamic_shared_bytes));
}

std::optional<launch_objection> objection_to_residence(const launch_shape& shape, int registers,
                                                       const device_limits& limits) {
  const std::uint64_t threads = shape.block.count();
  const std::uint64_t resident = most_resident(shape, 0, limits);
  if (resident == 0)
    return launch_objection{
        fmt::format("a multiprocessor has room for at most {} threads and {} "
                    "bytes of shared memory: not one such block fits",
                    limits.max_threads_per_multiprocessor, limits.shared_bytes_per_multiprocessor),
        threads};
  if (registers > 0 && most_resident(shape, registers, limits) == 0)
    return launch_objection{fmt::format("a block has at most {} registers (threads times what "
                                        "-maxrregcount allows each)",
                                        limits.registers_per_multiprocessor),
                            threads * static_cast<std::uint64_t>(registers)};
  const std::uint64_t whole = resident * static_cast<std::uint64_t>(limits.multiprocessors);
  if (shape.cooperative && shape.grid.count() > whole)
    return launch_objection{
        fmt::format("a cooperative grid is resident as a whole: with such blocks it has at most {} "
                    "of them ({} on each of {} multiprocessors)",
                    whole, resident, limits.multiprocessors),
        shape.grid.count()};
  return std::nullopt;
}

// Whether `option` is --maxrregcount in one of its spellings, up to its '='.
bool names_registers(std::string_view option) {
  while (option.starts_with('-')) option.remove_prefix(1);
  return option.substr(0, option.find('=')) == "maxrregcount";
}

}  // namespace

std::string launch_objection::text() const {
  return wanted == 0 ? limit : fmt::format("{}; this one asks for {}", limit, wanted);
}

int declared_registers(const std::vector<std::string>& options) {
  int registers = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string_view option = options[i];
    if (!names_registers(option)) continue;
    const auto equals = option.find('=');
    if (equals != std::string_view::npos)
      option.remove_prefix(equals + 1);
    else if (i + 1 < options.size())
      option = options[i + 1];
    const char* end = option.data() + option.size();
    const auto [stop, error] = std::from_chars(option.data(), end, registers);
    if (error != std::errc() || stop != end) return -1;
  }
  return registers;
}

std::optional<launch_objection> objection_to(const launch_shape& shape,
                                             const kernel_instance& kernel,
                                             const device_limits& limits) {
  if (auto found = objection_to_block(shape, limits)) return found;
  if (shape.grid.count() == 0) return launch_objection{"a grid has at least one block"};
  if (auto found = beyond("grid", shape.grid, most_grid_extents)) return found;
  if (auto found = objection_to_cluster(shape, limits)) return found;
  return objection_to_residence(shape, declared_registers(kernel.options), limits);
}

std::optional<launch_objection> objection_to(const launch_plan& plan, const device_limits& limits) {
  const auto of_launch = [&](const launch_step& launch) {
    return objection_to(launch.shape, plan.kernels.at(launch.kernel), limits);
  };
  for (const auto& step : plan.steps) {
    std::optional<launch_objection> found;
    if (const auto* launch = std::get_if<launch_step>(&step)) found = of_launch(*launch);
    if (const auto* series = std::get_if<launch_series>(&step); series && series->count > 0) {
      found = of_launch(series->at(0));
      if (!found) found = of_launch(series->at(series->count - 1));
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace warpmark::model
