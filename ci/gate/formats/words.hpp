#pragma once

#include <string>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// 0.0521 as "+5.21 %"; what is not finite as "?".
std::string percent(double relative);

/// Nanoseconds in the unit that reads best: "12.3 µs".
std::string time_text(double ns);

/// A number with all its digits: "1048576", "0.1"; what is not finite as "?".
std::string number_text(double value);

/// "shared_wavefronts 32 → 1024 (+3100.00 %)"
std::string change_text(const change& change);

/// "12.3 µs → 13.0 µs, +5.69 % [+4.10 %, +7.31 %]"
std::string effect_text(const timing_effect& timing_effect);

/// The effect in time, else the first judged change, else the first change, else nothing.
std::string difference_text(const gate_finding& finding);

/// "this run would have seen +3.10 %; about 14 more rounds would settle it", or what of it is
/// known.
std::string detectable_text(const timing_effect& timing_effect);

/// "reduce/strided"; what is known of it.
std::string path_of(const gate_finding& finding);

/// Where to look first: the finding's place, else that of its first change that has one. Without a
/// file if that is none of the repository: reports want paths relative to its top.
source_place place_of(const gate_finding& finding);

/// The beginning of a text, of at most that many bytes and whole characters, with "…" if cut.
std::string clipped(const std::string& text, std::size_t max_bytes);

}  // namespace warpmark::gate
