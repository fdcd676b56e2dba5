#include "simt/instructions/counting_barrier.hpp"

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/instruction.hpp"

namespace warpmark::simt {

std::byte* counting_barrier(lane_context& context, const instruction& in, unsigned lane,
                            std::uint64_t address) {
  const auto report = [&](finding_kind kind, const char* why) -> std::byte* {
    if (context.findings->first_time(kind, in.site))
      context.findings->add(
          kind, in.site, context, 1u << lane,
          fmt::format("the mbarrier at {:#x}, which is to count the bytes of a copy, {}", address,
                      why));
    return nullptr;
  };
  if (address % 8 != 0) return report(finding_kind::misaligned, "is not aligned to 8 bytes");
  std::byte* const bytes = context.cluster->shared(address, 8, context.cluster_rank);
  if (!bytes) return report(finding_kind::out_of_bounds, "is outside of shared memory");
  if (!context.cluster->phases().is_initialised(bytes))
    return report(finding_kind::mbarrier_not_initialised, "is not initialised");
  return bytes;
}

}  // namespace warpmark::simt
