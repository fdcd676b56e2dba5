#include "bench/inspect/ratios.hpp"

#include <array>

namespace warpmark::inspect {
namespace {

struct definition {
  const char* key;
  const char* name;
  const char* over;
  const char* under;
  const char* remark;
};

constexpr std::array<definition, 9> definitions{{
    {"active_lanes_per_instruction", "active lanes per instruction", "thread_instructions",
     "warp_instructions", "of 32"},
    {"divergent_share_of_branches", "divergent share of branches", "divergent_branches", "branches",
     "best 0"},
    {"global_load_sectors_per_request", "sectors per global load", "global_load_sectors",
     "global_load_requests", "4 for 32 neighbouring 4-byte words"},
    {"global_store_sectors_per_request", "sectors per global store", "global_store_sectors",
     "global_store_requests", "4 for 32 neighbouring 4-byte words"},
    {"global_atomic_sectors_per_request", "sectors per global atomic", "global_atomic_sectors",
     "global_atomic_requests", ""},
    {"shared_load_wavefronts_over_ideal", "wavefronts over ideal, shared loads",
     "shared_load_wavefronts", "shared_load_ideal_wavefronts", "best 1: no bank conflicts"},
    {"shared_store_wavefronts_over_ideal", "wavefronts over ideal, shared stores",
     "shared_store_wavefronts", "shared_store_ideal_wavefronts", "best 1: no bank conflicts"},
    {"shared_atomic_wavefronts_over_ideal", "wavefronts over ideal, shared atomics",
     "shared_atomic_wavefronts", "shared_atomic_ideal_wavefronts", "best 1: no bank conflicts"},
    {"instructions_per_warp", "instructions per warp", "warp_instructions", "warps", ""},
}};

}  // namespace

std::vector<ratio> ratios_of(const std::map<std::string, std::uint64_t>& counters) {
  const auto value_of = [&](const char* name) {
    const auto found = counters.find(name);
    return found == counters.end() ? 0.0 : static_cast<double>(found->second);
  };
  std::vector<ratio> result;
  for (const auto& definition : definitions)
    if (const double under = value_of(definition.under); under > 0)
      result.push_back(
          {definition.key, definition.name, value_of(definition.over) / under, definition.remark});
  return result;
}

}  // namespace warpmark::inspect
