#include "simt/execution/launch_check.hpp"

#include <fmt/format.h>

#include "base/device_error.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t largest_cluster = 16;

std::string text(const extent3& extent3) {
  return fmt::format("({}, {}, {})", extent3.x, extent3.y, extent3.z);
}

class shape_check {
 public:
  shape_check(const kernel_program& program, const launch_shape& shape, const device_limits& limits)
      : program_(program), shape_(shape), limits_(limits) {}

  void block() const {
    const std::uint64_t threads = shape_.block.count();
    if (threads == 0 || shape_.grid.count() == 0) refuse("an empty grid or block");
    if (threads > static_cast<std::uint64_t>(limits_.max_threads_per_block))
      refuse(fmt::format("{} threads per block, more than {}", threads,
                         limits_.max_threads_per_block));
    const launch_bounds& bounds = program_.bounds;
    if (bounds.max_threads != 0 && threads > bounds.max_threads)
      refuse(fmt::format("{} threads per block, more than the {} of its __launch_bounds__", threads,
                         bounds.max_threads));
    if (bounds.threads && !(*bounds.threads == shape_.block))
      refuse(fmt::format("blocks of {}; expected {} as in its .reqntid", text(shape_.block),
                         text(*bounds.threads)));
    if (program_.static_shared_bytes > limits_.max_shared_bytes_per_block)
      refuse(fmt::format("{} bytes of static shared memory, more than {}",
                         program_.static_shared_bytes, limits_.max_shared_bytes_per_block));
    const std::size_t shared = program_.static_shared_bytes + shape_.dynamic_shared_bytes;
    if (shared > limits_.max_shared_bytes_per_block_optin)
      refuse(fmt::format("{} bytes of shared memory, more than {}", shared,
                         limits_.max_shared_bytes_per_block_optin));
  }

  void cluster() const {
    const extent3 &extent3 = shape_.cluster, &grid = shape_.grid;
    if (extent3.count() == 0 || extent3.count() > largest_cluster)
      refuse(
          fmt::format("clusters of {} blocks; expected 1 to {}", extent3.count(), largest_cluster));
    if (grid.x % extent3.x != 0 || grid.y % extent3.y != 0 || grid.z % extent3.z != 0)
      refuse(fmt::format("a grid of {}, which is not a multiple of its clusters of {}", text(grid),
                         text(extent3)));
  }

  void cooperative(int resident) const {
    const std::uint64_t room =
        static_cast<std::uint64_t>(limits_.multiprocessors) * static_cast<std::uint64_t>(resident);
    if (shape_.cooperative && shape_.grid.count() > room)
      refuse(fmt::format("a cooperative grid of {} blocks, more than the {} that fit at once",
                         shape_.grid.count(), room));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw device_error(fmt::format("simt: launch of {}: {}", program_.name, why));
  }

 private:
  const kernel_program& program_;
  const launch_shape& shape_;
  const device_limits& limits_;
};

}  // namespace

launch_shape checked_shape(const kernel_program& program, launch_shape shape,
                           const device_limits& limits, int resident) {
  const shape_check check(program, shape, limits);
  check.block();
  if (const auto& own = program.bounds.cluster) {
    if (shape.cluster.count() > 1 && !(shape.cluster == *own))
      check.refuse(fmt::format("clusters of {}; expected {} as in its __cluster_dims__",
                               text(shape.cluster), text(*own)));
    shape.cluster = *own;
  }
  check.cluster();
  check.cooperative(resident);
  return shape;
}

}  // namespace warpmark::simt
