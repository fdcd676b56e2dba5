#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmark::simt {

struct instruction;
struct lane_context;

/// The mbarrier at a shared::cluster address that is to count the bytes of a copy. Reports an
/// address that is misaligned or outside of shared memory, and an mbarrier that is not initialised;
/// nullptr then.
std::byte* counting_barrier(lane_context& context, const instruction& in, unsigned lane,
                            std::uint64_t address);

}  // namespace warpmark::simt
