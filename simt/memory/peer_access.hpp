#pragma once

#include <cstdint>

namespace warpmark::simt {

struct instruction;
struct lane_context;

/// Reports `exited_block` if a shared::cluster address is in a block of which all threads have
/// exited, so that its shared memory may belong to another block.
void check_peer_access(lane_context& context, const instruction& in, std::uint32_t lanes,
                       std::uint64_t address);

}  // namespace warpmark::simt
