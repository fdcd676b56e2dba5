#include "bench/journal/reader.hpp"

#include <fmt/format.h>

#include "base/json_depth.hpp"
#include "base/usage_error.hpp"

namespace warpmark::journal {
namespace {

void take_manifest(const std::filesystem::path& path, const json& line, contents& result) {
  if (!line.is_object() || line.value("event", json()) != "manifest")
    throw usage_error(fmt::format("{}:1: not a warpmark journal: the first line must be a manifest",
                                  path.string()));
  const std::string schema = line.value("schema", "");
  if (schema != schema_name)
    throw usage_error(
        fmt::format("{}:1: unknown schema '{}'; expected {}", path.string(), schema, schema_name));
  result.manifest = line;
}

void require_short_names(const json& line, const std::string& place) {
  for (const char* name : {"key", "family", "variant"}) {
    const auto found = line.find(name);
    if (found == line.end() || !found->is_string()) continue;
    if (const auto size = found->get_ref<const std::string&>().size();
        size > input::max_name_characters)
      throw usage_error(fmt::format("{}: '{}' has {} characters; expected at most {}", place, name,
                                    size, input::max_name_characters));
  }
}

void take_event(const json& line, const std::string& place, contents& result) {
  require_short_names(line, place);
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

json parse_line(const std::string& text, const std::string& place) {
  input::require_shallow_json(text, place);
  return json::parse(text, nullptr, false);
}

}  // namespace

json_place place_of(const json& manifest, const std::string& path) {
  return {manifest, path + ":1", "manifest"};
}

contents read(const std::filesystem::path& path,
              const std::function<void(const whole_line&)>& see) {
  input::input_file file(path);
  return read(file, see);
}

contents read(input::input_file& file, const std::function<void(const whole_line&)>& see) {
  const auto& path = file.path();
  contents result;
  for (std::string text; file.next_line(text);) {
    const std::size_t number = file.line_number();
    const std::string place = fmt::format("{}:{}", path.string(), number);
    const bool unfinished = !file.line_is_whole();
    const json line = parse_line(text, place);
    if (number > 1 && unfinished) {
      result.torn_tail = true;
      break;
    }
    if (line.is_discarded() && !(unfinished && text.starts_with('{')))
      throw usage_error(fmt::format("{}: not a line of JSON; is this a warpmark journal?", place));
    if (line.is_discarded() || (number == 1 && unfinished && line.contains("schema")))
      throw nothing_measured(
          fmt::format("{}:1: cut off in its first line: the run was killed before it measured "
                      "anything; remove the file and start again",
                      path.string()));
    try {
      if (number == 1) {
        take_manifest(path, line, result);
        continue;
      }
      take_event(line, place, result);
      if (see) see({line, text, place, file.line_offset()});
    } catch (const json::exception& error) {
      throw usage_error(fmt::format("{}: not a line of a journal: {}", place, error.what()));
    }
  }
  if (file.line_number() == 0)
    throw nothing_measured(
        fmt::format("{}: empty: the run was killed before it measured anything; remove the file "
                    "and start again",
                    path.string()));
  return result;
}

bool is_journal(const std::filesystem::path& path) {
  input::input_file file(path);
  std::string text;
  // A tuning cache of one line may be longer than any line of a journal.
  constexpr std::size_t max_beginning = 1 << 16;
  std::array<char, max_beginning> beginning;
  text.assign(beginning.data(), file.read(beginning));
  return text.substr(0, text.find('\n')).find("\"event\"") != std::string::npos;
}

std::optional<json> read_manifest(const std::filesystem::path& path) {
  input::input_file file(path);
  std::string text;
  file.next_line(text);
  const json line = parse_line(text, fmt::format("{}:1", path.string()));
  if (!line.is_object() || line.value("event", json()) != "manifest") return std::nullopt;
  contents result;
  take_manifest(path, line, result);
  return result.manifest;
}

}  // namespace warpmark::journal
