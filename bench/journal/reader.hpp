#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/input_file.hpp"
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

/// A whole line of a journal.
struct whole_line {
  const json& parsed;
  const std::string& text;
  std::string place;  ///< "sweep.jsonl:12", for messages.
};

/// Reads line by line; no more than one is in memory. `see` is told of every whole line after the
/// manifest. What it throws because of a line's values (json::exception) becomes a usage_error that
/// names the line.
///
/// Throws usage_error naming file, line and what is wrong: no journal, another schema version, a
/// line that is no JSON (but for the last), and what is beyond the limits of base.
contents read(input::input_file& file, const std::function<void(const whole_line&)>& see = {});

/// The same of a file that may be compressed by gzip.
contents read(const std::filesystem::path& path,
              const std::function<void(const whole_line&)>& see = {});

/// Whether a file begins as a journal does: its first line has an event. Throws usage_error if it
/// cannot be read.
bool is_journal(const std::filesystem::path& path);

/// The manifest alone, however long the journal is; none if the file begins with something else or
/// is cut off in its first line. Throws usage_error if it is unreadable or of another schema
/// version.
std::optional<json> read_manifest(const std::filesystem::path& path);

}  // namespace warpmark::journal
