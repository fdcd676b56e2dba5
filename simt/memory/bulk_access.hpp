#pragma once

#include <cstdint>

namespace warpmark::simt {

struct allocation;
struct instruction;
struct lane_context;

// What bulk copies (1D and tensor copies) do to global memory, for counters and checks. Bytes are
// adjacent and within the allocation.

/// A bulk copy of one lane reads these bytes: counts its sectors and the bytes that the launch
/// loads for the first time, and reports those that nothing has written.
void bulk_read(lane_context& context, const instruction& in, unsigned lane, const allocation& from,
               std::uint64_t address, std::uint64_t bytes);

/// The same for bytes that it writes, and reads before if it `reduces`.
void bulk_write(lane_context& context, const instruction& in, unsigned lane, const allocation& to,
                std::uint64_t address, std::uint64_t bytes, bool reduces);

}  // namespace warpmark::simt
