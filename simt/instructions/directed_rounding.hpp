#pragma once

#include <cfenv>

#include "simt/instructions/decoder.hpp"

// .rz, .rm and .rp of single and double precision: the handler for .rn, run in the host's
// corresponding rounding mode.

namespace warpmark::simt {

template <int mode, handler nearest>
void rounded_as(lane_context& context, const instruction& in, std::uint32_t active) {
  // Called through memory, so that no arithmetic moves across the changes of mode.
  handler volatile inner = nearest;
  std::fesetround(mode);
  inner(context, in, active);
  std::fesetround(FE_TONEAREST);
}

/// The handler for the rounding mode among the statement's modifiers; without one, nearest.
template <handler nearest>
handler with_rounding(const decoder& d) {
  if (d.has("rz")) return rounded_as<FE_TOWARDZERO, nearest>;
  if (d.has("rm")) return rounded_as<FE_DOWNWARD, nearest>;
  if (d.has("rp")) return rounded_as<FE_UPWARD, nearest>;
  return nearest;
}

}  // namespace warpmark::simt
