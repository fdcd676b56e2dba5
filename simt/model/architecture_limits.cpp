#include "simt/model/architecture_limits.hpp"

namespace warpmark::model {
namespace {

struct architecture_row {
  const char* name;
  int threads, blocks;        // Per multiprocessor.
  std::size_t shared, optin;  // KiB per multiprocessor, and per block.
};

// CUDA Programming Guide, compute capabilities. All have 65 536 registers per multiprocessor and
// 1024 threads per block.
constexpr architecture_row architecture_rows[] = {
    {"sm_70", 2048, 32, 96, 96},    {"sm_72", 2048, 32, 96, 96},   {"sm_75", 1024, 16, 64, 64},
    {"sm_80", 2048, 32, 164, 163},  {"sm_86", 1536, 16, 100, 99},  {"sm_87", 1536, 16, 164, 163},
    {"sm_89", 1536, 24, 100, 99},   {"sm_90", 2048, 32, 228, 227}, {"sm_100", 2048, 32, 228, 227},
    {"sm_103", 2048, 32, 228, 227}, {"sm_120", 1536, 24, 100, 99}, {"sm_121", 1536, 24, 100, 99}};

}  // namespace

std::optional<device_limits> limits_of_architecture(const std::string& architecture) {
  // "sm_90a" is sm_90 with architecture-specific instructions.
  const std::string plain = architecture.ends_with('a') || architecture.ends_with('f')
                                ? architecture.substr(0, architecture.size() - 1)
                                : architecture;
  for (const auto& row : architecture_rows)
    if (plain == row.name) {
      device_limits limits;
      limits.architecture = architecture;
      limits.max_threads_per_multiprocessor = row.threads;
      limits.max_blocks_per_multiprocessor = row.blocks;
      limits.shared_bytes_per_multiprocessor = row.shared << 10;
      limits.max_shared_bytes_per_block_optin = row.optin << 10;
      return limits;
    }
  return std::nullopt;
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
