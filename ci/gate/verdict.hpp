#pragma once

#include <array>
#include <string_view>

namespace warpmark::gate {

/// What the gate says of one subject, worst first, which is the order of all listings.
enum class verdict {
  regression,    ///< Surely worse by more than the margin.
  suspect,       ///< Faster than is believable without an explanation.
  invalid,       ///< Measured, but what was measured cannot be trusted.
  missing,       ///< There in the base, gone in the head.
  inconclusive,  ///< Neither worse nor shown not to be; the finding says what could have been seen.
  improvement,   ///< Surely better by more than the margin.
  accepted,      ///< Worse, and accept.toml says that this is known and why.
  added,         ///< "NEW": there in the head, not in the base.
  pass,          ///< Shown not to be worse than the margin.
  unchanged,     ///< Equal machine code and launch: it cannot have become slower.
};

inline constexpr std::array all_verdicts = {
    verdict::regression,   verdict::suspect,     verdict::invalid,  verdict::missing,
    verdict::inconclusive, verdict::improvement, verdict::accepted, verdict::added,
    verdict::pass,         verdict::unchanged};

/// "REGRESSION", "SUSPECT", …, "NEW", "PASS", "UNCHANGED".
std::string_view name(verdict of);

}  // namespace warpmark::gate
