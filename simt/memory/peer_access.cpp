#include "simt/memory/peer_access.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/warp.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/memory/shared_window.hpp"

namespace warpmark::simt {

void check_peer_access(lane_context& context, const instruction& in, std::uint32_t lanes,
                       std::uint64_t address) {
  const std::uint32_t rank = rank_of(static_cast<std::uint32_t>(address), context.cluster_rank);
  if (rank == context.cluster_rank || rank >= context.cluster->size()) return;
  const auto& warps = *context.cluster->at(rank).warps;
  if (std::any_of(warps.begin(), warps.end(), [](const warp& at) { return at.live() != 0; }) ||
      !context.findings->first_time(finding_kind::exited_block, in.site))
    return;
  context.findings->add(
      finding_kind::exited_block, in.site, context, lanes,
      fmt::format("access to shared memory of block {} of the cluster, which has exited", rank));
}

}  // namespace warpmark::simt
