#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "ci/gate/counting/counter_changes.hpp"

namespace warpmark::gate {

inline constexpr std::string_view golden_schema = "warpmark-golden/1";

/// The stored counters of a family's points.
struct golden_family {
  std::string family;
  std::string nvrtc;                               ///< The version that compiled them: "13.0".
  std::map<std::string, counters_by_name> points;  ///< By key; counters of 0 are left out.
};

/// Reads DIR/*.json, by family. Throws usage_error naming the file and what is expected.
std::map<std::string, golden_family> read_golden(const std::filesystem::path& folder);

/// Writes DIR/<family>.json: sorted keys, one counter per line, for readable diffs. Throws
/// usage_error if it cannot.
void write_golden(const std::filesystem::path& folder, const golden_family& golden_family);

/// Removes the golden files of all families except these; other files stay.
void remove_other_golden(const std::filesystem::path& folder,
                         const std::map<std::string, golden_family>& kept);

}  // namespace warpmark::gate
