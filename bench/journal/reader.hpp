#pragma once

#include <filesystem>
#include <istream>
#include <map>
#include <optional>
#include <string>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// What a run needs to know of a journal in order to go on with it.
struct contents {
  json manifest;
  std::map<std::string, std::string> status_by_key;
  bool ended = false;      ///< There is an end line after the last resume.
  bool complete = false;   ///< ... and it says that every planned point is there.
  bool torn_tail = false;  ///< The last line is cut off: the run was killed while writing it.
};

/// Throws usage_error naming file, line and what is wrong: unreadable, no journal, another schema
/// version, a line that is no JSON (but for the last).
contents read(const std::filesystem::path& path);

/// The same of lines that come from elsewhere, such as a compressed file; `path` is for messages.
contents read(std::istream& lines, const std::filesystem::path& path);

/// The manifest alone, however long the journal is; none if the file begins with something else or
/// is cut off in its first line. Throws usage_error if it is unreadable or of another schema
/// version.
std::optional<json> read_manifest(const std::filesystem::path& path);

}  // namespace warpmark::journal
