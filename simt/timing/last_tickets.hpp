#pragma once

#include <cstdint>
#include <vector>

#include "simt/timing/communication_log.hpp"

namespace warpmark::simt {

/// The last of several atomics on a word may have drawn the last ticket: it tells its warp that all
/// others have arrived, and the warp does what is left. Or it was last because its block was
/// interpreted last. It is a ticket if its warp then does what no warp does after another atomic by
/// the same instruction, or does it for longer: by the next two events and the instructions until
/// then.
///
/// `last` says by version which are the last updates of their word (or of it until a store), and
/// `alone` which of these are the only ones. Returns by version which ones are tickets.
std::vector<char> find_last_tickets(const communication_log& log, std::uint64_t blocks,
                                    const std::vector<char>& last, const std::vector<char>& alone);

}  // namespace warpmark::simt
