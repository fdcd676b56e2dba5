#pragma once

#include <string>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// 0.0521 as "+5.21 %"; "?" if not finite.
std::string percent(double relative);

/// Nanoseconds in a suitable unit: "12.3 µs".
std::string time_text(double ns);

/// A number with all its digits: "1048576", "0.1"; "?" if not finite.
std::string number_text(double value);

/// "shared_wavefronts 32 → 1024 (+3100.00 %)"
std::string change_text(const change& change);

/// "12.3 µs → 13.0 µs, +5.69 % [+4.10 %, +7.31 %]"
std::string effect_text(const timing_effect& timing_effect);

/// The effect in time, else the first judged change, else the first change, else nothing.
std::string difference_text(const gate_finding& finding);

/// "this run would have seen +3.10 %; about 14 more rounds would settle it", or the known part of
/// it.
std::string detectable_text(const timing_effect& timing_effect);

/// "reduce/strided", or the known part of it.
std::string path_of(const gate_finding& finding);

/// The finding's place, else that of its first change that has one. Without a file if it is outside
/// of the repository: reports need paths relative to its top.
source_place place_of(const gate_finding& finding);

/// The beginning of a text, at most that many bytes, cut between characters, with "…" if cut.
std::string clipped(const std::string& text, std::size_t max_bytes);

}  // namespace warpmark::gate
