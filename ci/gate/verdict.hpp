#pragma once

#include <array>
#include <string_view>

namespace warpmark::gate {

/// What the gate says of one subject. The order of the enumerators is the order of severity, worst
/// first. It is written here alone: the exit status, the reason that it is given for, and the order
/// of findings in every output follow it.
enum class verdict {
  invalid,       ///< The head's result is wrong, or what was measured cannot be trusted.
  suspect,       ///< Faster than is believable without an explanation.
  regression,    ///< Surely worse by more than the margin.
  missing,       ///< There in the base, gone in the head.
  inconclusive,  ///< Neither worse nor shown not to be; the finding says what could have been seen.
  accepted,      ///< Worse, and accept.toml says that this is known and why.
  improvement,   ///< Surely better by more than the margin.
  added,         ///< "NEW": there in the head, not in the base.
  pass,          ///< Shown not to be worse than the margin.
  unchanged,     ///< Equal machine code and launch: it cannot have become slower.
};

inline constexpr std::array all_verdicts = {
    verdict::invalid,      verdict::suspect,  verdict::regression,  verdict::missing,
    verdict::inconclusive, verdict::accepted, verdict::improvement, verdict::added,
    verdict::pass,         verdict::unchanged};

/// The exit status of a gate whose worst finding has this verdict, if the settings let it fail: 1,
/// 3, 4 or 5; 0 for verdicts that never fail a build.
int exit_status_of(verdict of);

/// "INVALID", "SUSPECT", …, "NEW", "PASS", "UNCHANGED".
std::string_view name(verdict of);

}  // namespace warpmark::gate
