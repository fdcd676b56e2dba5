#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The schema that this program writes and reads; gate.schema.json defines it.
inline constexpr std::string_view gate_schema = "warpmark/gate-1";

/// A result from the text of a JSON output; `file` is its name in errors. Unknown keys are passed
/// over. Throws usage_error that names the place for what is no such output, or another version's.
gate_result parse_gate_result(const std::string& text, const std::string& file);

/// The same of a file.
gate_result read_gate_result(const std::filesystem::path& path);

/// The result as its JSON output would give it back, with sorted findings: texts in valid UTF-8,
/// and no number beside the finite ones but NaN.
gate_result as_read_back(const gate_result& gate_result);

}  // namespace warpmark::gate
