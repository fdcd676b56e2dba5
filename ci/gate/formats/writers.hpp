#pragma once

#include <cstddef>
#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

// The writers in the table of output_formats.cpp. They require a result from as_read_back(): texts
// in valid UTF-8, the worst finding first.

std::string write_json(const gate_result& gate_result);
std::string write_junit(const gate_result& gate_result);
std::string write_markdown(const gate_result& gate_result);
std::string write_annotations(const gate_result& gate_result);
std::string write_code_quality(const gate_result& gate_result);
std::string write_sarif(const gate_result& gate_result);

/// Sizes that GitHub certainly accepts: a comment may have 65 536 characters, and a step's summary
/// of more than 1 MiB is dropped entirely.
inline constexpr std::size_t max_comment_bytes = 60'000;
inline constexpr std::size_t max_summary_bytes = 900'000;

/// Markdown of at most that many bytes (40 000 or more); it reports what it left out.
std::string markdown_within(const gate_result& gate_result, std::size_t max_bytes);

}  // namespace warpmark::gate
