#pragma once

#include <cstddef>
#include <string>

namespace warpmark {

/// The limits of a device that plans and constraints may depend on. Defaults are Hopper's (sm_90).
struct device_limits {
  std::string architecture = "sm_90";

  /// 90 of "sm_90a"; 0 of a CPU's name.
  int architecture_number() const {
    int number = 0;
    if (architecture.starts_with("sm_") || architecture.starts_with("compute_"))
      for (const char c : architecture)
        if (c >= '0' && c <= '9') number = 10 * number + (c - '0');
    return number;
  }

  int multiprocessors = 132;
  int warp_threads = 32;
  int max_threads_per_block = 1024;
  int max_threads_per_multiprocessor = 2048;
  int max_blocks_per_multiprocessor = 32;
  int registers_per_multiprocessor = 65536;
  std::size_t max_shared_bytes_per_block = 48 * 1024;
  std::size_t max_shared_bytes_per_block_optin = 227 * 1024;
  std::size_t shared_bytes_per_multiprocessor = 228 * 1024;

  /// Whether kernels are interpreted, which is much slower than a GPU.
  bool interpreted = false;
  /// Whether these are the limits of one card that is interpreted, so that variants are left out
  /// that it cannot run.
  bool is_of_named_card = false;
};

/// Whether launches may overlap the launches before them (launch_shape::programmatic): compute
/// capability 9.0 and newer.
bool has_dependent_launches(const device_limits& limits);

/// Whether blocks can form clusters (launch_shape::cluster): compute capability 9.0 and newer.
bool has_clusters(const device_limits& limits);

}  // namespace warpmark
