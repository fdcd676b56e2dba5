#pragma once

#include <array>
#include <string_view>

namespace warpmark::gate {

/// The gate's result for one subject. The order of the enumerators is the order of severity, worst
/// first. It is defined only here: the exit status, its reason, and the order of findings in every
/// output follow it.
enum class verdict {
  invalid,       ///< The head's result is wrong, or the measurement cannot be trusted.
  suspect,       ///< Implausibly faster without an explanation.
  regression,    ///< Significantly worse by more than the margin.
  missing,       ///< In the base, not in the head.
  inconclusive,  ///< Neither worse nor shown not to be; the finding has the detectable effect.
  accepted,      ///< Worse, but covered by an acceptance in accept.toml.
  improvement,   ///< Significantly better by more than the margin.
  added,         ///< "NEW": in the head, not in the base.
  pass,          ///< Shown not to be worse by more than the margin.
  unchanged,     ///< Equal machine code and launch: it cannot have become slower.
};

inline constexpr std::array all_verdicts = {
    verdict::invalid,      verdict::suspect,  verdict::regression,  verdict::missing,
    verdict::inconclusive, verdict::accepted, verdict::improvement, verdict::added,
    verdict::pass,         verdict::unchanged};

/// The exit status of a gate whose worst finding has this verdict, if the settings let it fail: 1,
/// 3, 4 or 5; 0 for verdicts that never fail a build.
int exit_status_of(verdict outcome);

/// "INVALID", "SUSPECT", …, "NEW", "PASS", "UNCHANGED".
std::string_view name(verdict outcome);

}  // namespace warpmark::gate
