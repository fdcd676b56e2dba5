#include "simt/model/architecture_limits.hpp"

#include <algorithm>

namespace warpmark::model {
namespace {

struct architecture_row {
  const char* name;
  int threads, blocks;          // Per multiprocessor.
  std::size_t shared, optin;    // KiB per multiprocessor, and per block.
  std::size_t unified;          // KiB that shared memory and L1 divide between them,
  std::size_t min_divided = 0;  // of which shared memory has at least so many.
};

// CUDA Programming Guide, compute capabilities. All have 65 536 registers per multiprocessor and
// 1024 threads per block.
constexpr architecture_row architecture_rows[] = {
    {"sm_70", 2048, 32, 96, 96, 128},    {"sm_72", 2048, 32, 96, 96, 128},
    {"sm_75", 1024, 16, 64, 64, 96, 32}, {"sm_80", 2048, 32, 164, 163, 192},
    {"sm_86", 1536, 16, 100, 99, 128},   {"sm_87", 1536, 16, 164, 163, 192},
    {"sm_89", 1536, 24, 100, 99, 128},   {"sm_90", 2048, 32, 228, 227, 256},
    {"sm_100", 2048, 32, 228, 227, 256}, {"sm_103", 2048, 32, 228, 227, 256},
    {"sm_120", 1536, 24, 100, 99, 128},  {"sm_121", 1536, 24, 100, 99, 128}};

// The parts of the unified memory that shared memory may have, in KiB, up to the limit of the
// architecture.
constexpr std::size_t divisions[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

const architecture_row* row_of(const std::string& architecture) {
  // "sm_90a" is sm_90 with architecture-specific instructions.
  const std::string plain = architecture.ends_with('a') || architecture.ends_with('f')
                                ? architecture.substr(0, architecture.size() - 1)
                                : architecture;
  for (const auto& row : architecture_rows)
    if (plain == row.name) return &row;
  return nullptr;
}

}  // namespace

std::optional<device_limits> limits_of_architecture(const std::string& architecture) {
  const architecture_row* row = row_of(architecture);
  if (row == nullptr) return std::nullopt;
  device_limits limits;
  limits.architecture = architecture;
  limits.max_threads_per_multiprocessor = row->threads;
  limits.max_blocks_per_multiprocessor = row->blocks;
  limits.shared_bytes_per_multiprocessor = row->shared << 10;
  limits.max_shared_bytes_per_block_optin = row->optin << 10;
  return limits;
}

std::size_t l1_bytes(const device_limits& limits, std::size_t shared_bytes) {
  const architecture_row* row = row_of(limits.architecture);
  if (row == nullptr)
    return limits.shared_bytes_per_multiprocessor -
           std::min(limits.shared_bytes_per_multiprocessor, shared_bytes);
  std::size_t divided = row->min_divided;
  for (const std::size_t kib : divisions)
    if (divided << 10 < shared_bytes) divided = std::max(divided, kib);
  return (row->unified - std::min(divided, row->shared)) << 10;
}

std::vector<std::string> known_architectures() {
  std::vector<std::string> known;
  for (const auto& row : architecture_rows) known.emplace_back(row.name);
  return known;
}

int max_cluster_blocks(const std::string& architecture) {
  const int number = device_limits{.architecture = architecture}.architecture_number();
  if (number < 90) return 0;
  // 16 are not portable: known of Hopper and of data-centre Blackwell (their tuning guides).
  return number < 110 ? 16 : 8;
}

}  // namespace warpmark::model
