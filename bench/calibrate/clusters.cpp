#include "base/device_limits.hpp"
#include "bench/calibrate/experiments.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::calibrate {
namespace {

constexpr const char* cluster_file = "cluster.cuh";
constexpr std::uint32_t blocks_a_cluster = 2;

double latency_cycles(kernel_timer& lab, int steps) {
  guarded_buffer out(lab.machine(), 16);
  lab.load(cluster_file, "chase_cluster");
  const auto given = arguments(steps, out.address(), out.address() + 8);
  return lab.median_cycles(
             [&] { lab.launch(cluster_file, "chase_cluster", blocks_a_cluster, 1, given); },
             out.address()) /
         steps;
}

// Cycles per warp instruction of a multiprocessor, with all of them at work.
template <class... More>
double request_cycles(kernel_timer& lab, const char* kernel, int steps, const More&... more) {
  const auto multiprocessors =
      static_cast<std::uint32_t>(lab.machine().device().limits.multiprocessors);
  const std::uint32_t blocks = multiprocessors / blocks_a_cluster * blocks_a_cluster;
  guarded_buffer cycles(lab.machine(), std::size_t{8} * blocks);
  lab.load(cluster_file, kernel);
  const auto taken = [&](int count) {
    const auto given = arguments(count, cycles.address(), more...);
    return lab.median_cycles([&] { lab.launch(cluster_file, kernel, blocks, full_block, given); },
                             cycles.address());
  };
  return (taken(2 * steps) - taken(steps)) / (steps * warps_of_full_block);
}

double barrier_cycles(kernel_timer& lab, std::uint32_t threads, int steps) {
  guarded_buffer cycles(lab.machine(), 8 * blocks_a_cluster);
  lab.load(cluster_file, "chase_cluster_barrier");
  const auto given = arguments(steps, cycles.address());
  return lab.median_cycles(
             [&] {
               lab.launch(cluster_file, "chase_cluster_barrier", blocks_a_cluster, threads, given);
             },
             cycles.address()) /
         steps;
}

}  // namespace

void measure_clusters(kernel_timer& lab, record& into) {
  if (!has_clusters(lab.machine().device().limits)) {
    for (const char* key : {"cluster_latency_cycles", "cluster_barrier_latency_cycles",
                            "cluster_barrier_per_warp_cycles", "cluster_sectors_per_cycle",
                            "cluster_atomic_sectors_per_cycle"})
      into.set(key, into.derived(key), "architecture: it has no clusters");
    return;
  }
  constexpr double sectors_a_request = 4;
  const int steps = into.steps(256);
  into.set("cluster_latency_cycles", latency_cycles(lab, steps),
           "measured: dependent loads of one thread from the other block of a cluster");
  const double one_warp = barrier_cycles(lab, 32, steps);
  into.set("cluster_barrier_latency_cycles", one_warp,
           "measured: barriers of clusters of two blocks of one warp");
  into.set(
      "cluster_barrier_per_warp_cycles",
      (barrier_cycles(lab, full_block, steps) - one_warp) / (warps_of_full_block - 1),
      "measured: barriers of clusters of blocks of 32 warps minus those of one, divided by 31");
  guarded_buffer sum(lab.machine(), 4);
  into.set("cluster_sectors_per_cycle",
           sectors_a_request / request_cycles(lab, "load_in_cluster", steps, sum.address()),
           "measured: 32 warps per multiprocessor load neighbouring words of the other block of a "
           "cluster");
  into.set(
      "cluster_atomic_sectors_per_cycle",
      sectors_a_request / request_cycles(lab, "add_in_cluster", steps),
      "measured: 32 warps per multiprocessor add to neighbouring words of the other block of a "
      "cluster");
}

}  // namespace warpmark::calibrate
