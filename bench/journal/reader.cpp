#include "bench/journal/reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"

namespace warpmark::journal {
namespace {

void take_manifest(const std::filesystem::path& path, const json& line, contents& result) {
  if (!line.is_object() || line.value("event", "") != "manifest")
    throw usage_error(fmt::format("{}:1: not a warpmark journal: the first line must be a manifest",
                                  path.string()));
  const std::string schema = line.value("schema", "");
  if (schema != schema_name)
    throw usage_error(fmt::format("{}:1: schema '{}' is unknown; this program reads {}",
                                  path.string(), schema, schema_name));
  result.manifest = line;
}

void take_event(const json& line, contents& result) {
  const std::string event = line.value("event", "");
  if (event == "measurement") {
    result.status_by_key[line.value("key", "")] = line.value("status", "");
  } else if (event == "resume") {
    result.ended = result.complete = false;
  } else if (event == "end") {
    result.ended = true;
    result.complete = line.value("complete", false);
  }
}

// A device may have no end.
std::ifstream open_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const int cause = errno;
  std::string why;
  std::error_code ignored;
  if (!file)
    why = std::strerror(cause);
  else if (std::filesystem::is_directory(path, ignored))
    why = "it is a folder";
  else if (!std::filesystem::is_regular_file(path, ignored))
    why = "it is no regular file";
  if (!why.empty())
    throw usage_error(fmt::format("cannot read the journal {}: {}", path.string(), why));
  return file;
}

}  // namespace

contents read(const std::filesystem::path& path) {
  std::ifstream file = open_file(path);
  return read(file, path);
}

contents read(std::istream& file, const std::filesystem::path& path) {
  contents result;
  std::size_t number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    const bool unfinished = file.eof();  // no newline after it
    const json line = json::parse(text, nullptr, false);
    if (number > 1 && unfinished) {
      result.torn_tail = true;
      break;
    }
    if (line.is_discarded() && !(unfinished && text.starts_with('{')))
      throw usage_error(fmt::format("{}:{}: not a line of JSON; is this a warpmark journal?",
                                    path.string(), number));
    if (line.is_discarded() || (number == 1 && unfinished && line.contains("schema")))
      throw usage_error(
          fmt::format("{}:1: cut off in its first line: the run was killed before it measured "
                      "anything; remove the file and start anew",
                      path.string()));
    if (number == 1)
      take_manifest(path, line, result);
    else
      take_event(line, result);
  }
  if (number == 0)
    throw usage_error(
        fmt::format("{}: empty: the run was killed before it measured anything; remove the file "
                    "and start anew",
                    path.string()));
  return result;
}

std::optional<json> read_manifest(const std::filesystem::path& path) {
  std::ifstream file = open_file(path);
  std::string text;
  std::getline(file, text);
  const json line = json::parse(text, nullptr, false);
  if (!line.is_object() || line.value("event", json()) != "manifest") return std::nullopt;
  contents result;
  take_manifest(path, line, result);
  return result.manifest;
}

}  // namespace warpmark::journal
