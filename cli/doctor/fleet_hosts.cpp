#include "cli/doctor/fleet_hosts.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/input_limits.hpp"
#include "base/toml_reader.hpp"
#include "base/toml_text.hpp"
#include "base/usage_error.hpp"
#include "cli/duration.hpp"

namespace warpmark {
namespace {

constexpr const char* blanks = " \t\r\n";

// A name that begins like an option would be one of ssh.
void require_host_name(const std::string& place, const std::string& name) {
  const bool is_plain = std::all_of(name.begin(), name.end(), [](unsigned char character) {
    return character > ' ' && character != 0x7f;
  });
  if (name.empty() || name.front() == '-' || !is_plain || name.size() > input::max_name_characters)
    throw usage_error(
        fmt::format("{}: '{}' is no host; expected a name such as gpu01 or "
                    "user@gpu01, without spaces",
                    place, name));
}

void add(const std::string& place, fleet_host host, fleet& to) {
  require_host_name(place, host.name);
  if (std::any_of(to.hosts.begin(), to.hosts.end(),
                  [&](const fleet_host& other) { return other.name == host.name; }))
    throw usage_error(fmt::format("{}: the host {} is listed twice", place, host.name));
  to.hosts.push_back(std::move(host));
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(blanks);
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

fleet read_lines(const std::filesystem::path& path) {
  fleet found;
  std::istringstream text(input::read_text(path, input::max_toml_bytes));
  std::string line;
  for (std::size_t number = 1; std::getline(text, line); ++number) {
    const std::string name = trimmed(line.substr(0, line.find('#')));
    if (name.empty()) continue;
    add(fmt::format("{}:{}", path.string(), number),
        {.name = name, .group = "", .program = found.settings.program}, found);
  }
  return found;
}

fleet read_tables(const std::filesystem::path& path) {
  const auto table = inspect::parse_toml(inspect::read_toml_text(path), path.string());
  inspect::toml_reader top(table, path.string(), "", {"ssh", "program", "time_limit", "host"});
  fleet found;
  auto& settings = found.settings;
  settings.ssh = top.text("ssh").value_or(settings.ssh);
  settings.program = top.text("program").value_or(settings.program);
  if (const auto limit = top.text("time_limit"))
    settings.time_limit_s =
        parse_duration_seconds(top.where("time_limit") + ": time_limit", *limit);
  top.each_table("host", {"name", "group", "program"}, [&](inspect::toml_reader& host) {
    add(host.where("name"),
        {.name = host.needed_text("name"),
         .group = host.text("group").value_or(""),
         .program = host.text("program").value_or(settings.program)},
        found);
  });
  top.finish();
  return found;
}

}  // namespace

void fleet::replace_program(const std::string& program) {
  settings.program = program;
  for (auto& host : hosts) host.program = program;
}

fleet read_fleet(const std::filesystem::path& path) {
  const bool is_toml = path.extension() == ".toml";
  fleet found = is_toml ? read_tables(path) : read_lines(path);
  if (found.hosts.empty())
    throw usage_error(fmt::format("{}: no hosts; expected {}", path.string(),
                                  is_toml ? "[[host]] with a name" : "a host per line"));
  return found;
}

std::vector<std::string> command_words(const std::string& place, const std::string& line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    char character = line[i];
    const bool is_blank = std::string_view(blanks).find(character) != std::string_view::npos;
    if (quote == '\0' && is_blank) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (quote == character) {
      quote = '\0';
      continue;
    }
    if (quote == '\0' && (character == '\'' || character == '"')) {
      quote = character;
      continue;
    }
    if (quote != '\'' && character == '\\' && i + 1 < line.size()) character = line[++i];
    words.back() += character;
  }
  if (quote != '\0')
    throw usage_error(fmt::format("{} {}: expected a closing {}", place, line, quote));
  if (words.empty()) throw usage_error(fmt::format("{}: expected a command", place));
  return words;
}

}  // namespace warpmark
