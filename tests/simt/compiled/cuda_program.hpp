#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/backend.hpp"

namespace warpmark::simt {

/// How to compile and launch a test's kernel.
struct cuda_launch {
  extent3 grid = {1, 1, 1};
  extent3 block = {32, 1, 1};
  std::size_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  std::string architecture = "compute_90";
  std::string entry = "k";
  /// Others that the source has for other launches: all of them are compiled at once.
  std::vector<std::string> other_entries = {};
  std::size_t words = 4096;  ///< Of out.
  unsigned host_threads = 1;
  std::uint64_t step_limit = std::uint64_t{1} << 26;
};

/// Its results.
struct cuda_outcome {
  std::vector<std::uint32_t> out;
  std::map<std::string, std::uint64_t> counters;
  std::vector<finding> findings;
  std::string printed;
};

/// Compiles CUDA C++ with NVRTC and interprets `extern "C" __global__ void k(unsigned* out, const
/// unsigned* in)` with in[i] = i for 4096 elements, and out zeroed. The toolkit's headers may be
/// included. Throws what the compiler and the backend throw.
cuda_outcome run_cuda(const std::string& source, const cuda_launch& cuda_launch = {});

/// "compute_80", "compute_90", "compute_100": each with its own way to write things in PTX.
class every_target : public testing::TestWithParam<const char*> {};

}  // namespace warpmark::simt
