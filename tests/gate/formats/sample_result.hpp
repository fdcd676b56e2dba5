#pragma once

#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// A result in which every field is set and every verdict is given once or more.
gate_result sample_result();

/// The same with that many more regressions and inconclusive points, each with changes.
gate_result large_result(std::size_t count);

/// A result of one regression whose texts are all `text`.
gate_result result_saying(const std::string& text);

/// The output of the format that has this option, "--json".
std::string output_of(const std::string& option, const gate_result& gate_result);

/// How often `part` is in `text`.
std::size_t occurrences(const std::string& text, const std::string& part);

}  // namespace warpmark::gate
