#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/input_file.hpp"
#include "base/json_place.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// The data of a journal that a run needs to resume it.
struct contents {
  json manifest;
  std::map<std::string, std::string> status_by_key;
  bool ended = false;      ///< There is an end line after the last resume.
  bool complete = false;   ///< The end line says that every planned point is present.
  bool torn_tail = false;  ///< The last line is truncated: the run was killed while writing it.
};

/// A manifest in its journal, for messages. Refers to `manifest`.
json_place place_of(const json& manifest, const std::string& path);

/// A complete line of a journal.
struct whole_line {
  const json& parsed;
  const std::string& text;
  std::string place;         ///< "sweep.jsonl:12", for messages.
  std::uint64_t offset = 0;  ///< Bytes before it, decompressed.
};

/// The run was killed before its first line was whole: there is nothing to read.
struct nothing_measured : usage_error {
  using usage_error::usage_error;
};

/// Reads line by line with at most one line in memory. Calls `see` for every complete line after
/// the manifest. A json::exception from it becomes a usage_error with the line.
///
/// Throws usage_error with file, line and reason: not a journal, another schema version, a line
/// that is not JSON (except the last), and input beyond the limits of base; nothing_measured for a
/// file without a whole line.
contents read(input::input_file& file, const std::function<void(const whole_line&)>& see = {});

/// The same for a file that may be compressed.
contents read(const std::filesystem::path& path,
              const std::function<void(const whole_line&)>& see = {});

/// Whether a file begins like a journal: its first line has an event. Throws usage_error if it
/// cannot be read.
bool is_journal(const std::filesystem::path& path);

/// Only the manifest, without reading further; empty if the file begins with something else or ends
/// in its first line. Throws usage_error if it is unreadable or of another schema version.
std::optional<json> read_manifest(const std::filesystem::path& path);

}  // namespace warpmark::journal
