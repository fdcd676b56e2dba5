#include "bench/backends/host/cpu_reader.hpp"

#include <algorithm>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

#include "base/cpu_name.hpp"

namespace warpmark::host {
namespace {

constexpr std::size_t assumed_cache_bytes = std::size_t{64} << 20;

std::optional<std::uint64_t> positive(long value) {
  return value > 0 ? std::optional(static_cast<std::uint64_t>(value)) : std::nullopt;
}

}  // namespace

card read_cpu() {
  utsname system{};
  uname(&system);
  card cpu;
  cpu.name = cpu_name().value_or("unknown CPU");
  cpu.limits = {
      .architecture = system.machine,
      .multiprocessors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency())),
      .warp_threads = 1,
      .max_threads_per_block = 1,
      .max_threads_per_multiprocessor = 1,
      .max_blocks_per_multiprocessor = 1,
      .registers_per_multiprocessor = 0,
      .max_shared_bytes_per_block = 0,
      .max_shared_bytes_per_block_optin = 0,
      .shared_bytes_per_multiprocessor = 0};
  cpu.l2_bytes = positive(sysconf(_SC_LEVEL2_CACHE_SIZE));
  cpu.l3_bytes = positive(sysconf(_SC_LEVEL3_CACHE_SIZE));
  const auto pages = positive(sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = positive(sysconf(_SC_PAGESIZE));
  if (pages && page_bytes) cpu.memory_bytes = *pages * *page_bytes;
  return cpu;
}

std::size_t last_level_cache_bytes(const card& cpu) {
  if (cpu.l3_bytes) return *cpu.l3_bytes;
  return cpu.l2_bytes ? *cpu.l2_bytes : assumed_cache_bytes;
}

}  // namespace warpmark::host
