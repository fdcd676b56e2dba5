#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The schema that this program writes and reads; gate.schema.json defines it.
inline constexpr std::string_view gate_schema = "warpmark/gate-1";

/// A result from the text of a JSON output; `file` is its name in errors. Unknown keys are ignored.
/// Throws usage_error that names the place if the text is no such output or of another version.
gate_result parse_gate_result(const std::string& text, const std::string& file);

/// The same for a file.
gate_result read_gate_result(const std::filesystem::path& path);

/// The result as its JSON output reads back, with sorted findings: texts in valid UTF-8, and every
/// number that is not finite as NaN.
gate_result as_read_back(const gate_result& gate_result);

}  // namespace warpmark::gate
