#include "cli/config/option_defaults.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/toml_text.hpp"
#include "base/usage_error.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "warpmark.toml";
constexpr const char* gate_verbs[] = {"gate", "aa", "selftest"};

bool reads_no_file() {
  const char* named = std::getenv("WARPMARK_CONFIG");
  return named != nullptr && *named == '\0';
}

std::string place_of(const fs::path& file, const toml::key& key) {
  return fmt::format("{}:{}", file.string(), key.source().begin.line);
}

std::optional<std::string> text_of(const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = value.as_floating_point()) return fmt::format("{}", number->get());
  return std::nullopt;
}

argument_list words_of(const std::string& option, const toml::node& value,
                       const std::string& place) {
  const std::string name = "--" + option;
  argument_list words;
  const auto add = [&](const toml::node& one) {
    const auto text = text_of(one);
    if (!text)
      throw usage_error(
          fmt::format("{}: {}: expected a string, a number, true or false, or an array of strings",
                      place, option));
    words.push_back(fmt::format("{}={}", name, *text));
  };
  if (const auto* flag = value.as_boolean()) {
    if (flag->get()) words.push_back(name);
  } else if (const auto* several = value.as_array()) {
    for (const auto& one : *several) add(one);
  } else {
    add(value);
  }
  return words;
}

void read_table(const std::string& verb, const toml::table& table, const fs::path& file,
                std::vector<option_default>& to) {
  for (const auto& [key, value] : table) {
    const std::string option(key.str());
    const auto same = [&](const option_default& one) {
      return one.verb == verb && one.option == option;
    };
    std::erase_if(to, same);
    to.push_back({verb, option, words_of(option, value, place_of(file, key)), file});
  }
}

void read_file(const fs::path& file, bool is_project, const std::vector<std::string>& verbs,
               std::vector<option_default>& to) {
  std::error_code ignored;
  if (file.empty() || !fs::exists(file, ignored)) return;
  const auto tables = inspect::parse_toml(inspect::read_toml_text(file), file.string());
  for (const auto& [key, value] : tables) {
    const std::string verb(key.str());
    const std::string place = place_of(file, key);
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end())
      throw usage_error(fmt::format("{}: '{}' is no verb{}; expected tables such as [run]", place,
                                    verb, did_you_mean(verb, verbs)));
    if (!value.is_table())
      throw usage_error(fmt::format("{}: {}: expected a table, [{}]", place, verb, verb));
    if (is_project) require_of_project(verb, place);
    read_table(verb, *value.as_table(), file, to);
  }
}

bool is_given(const argument_list& argv, const option_description& option) {
  for (std::size_t i = 2; i < argv.size() && argv[i] != "--"; ++i)
    for (const auto& name : option.names) {
      const bool is_short = !name.starts_with("--");
      if (argv[i] == name || argv[i].starts_with(name + "=") ||
          (is_short && argv[i].starts_with(name)))
        return true;
    }
  return false;
}

}  // namespace

fs::path user_defaults_file() {
  if (const char* named = std::getenv("WARPMARK_CONFIG")) return named;
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder == '/')
    return fs::path(folder) / file_name;
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".config" / file_name : fs::path();
}

fs::path project_defaults_file() {
  std::error_code error;
  const auto here = fs::current_path(error);
  for (fs::path folder = here; !folder.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / file_name, error)) return folder / file_name;
    if (folder == folder.root_path()) break;
  }
  return here / file_name;
}

void require_of_project(const std::string& verb, const std::string& place) {
  if (std::find(std::begin(gate_verbs), std::end(gate_verbs), verb) == std::end(gate_verbs)) return;
  throw usage_error(
      fmt::format("{}: [{}] in a project's file, which a change under test can edit; expected it "
                  "in {}, or settings of the gate in gate.toml",
                  place, verb, user_defaults_file().string()));
}

std::vector<option_default> read_option_defaults(const std::vector<std::string>& verbs) {
  std::vector<option_default> all;
  if (reads_no_file()) return all;
  const auto user = user_defaults_file(), project = project_defaults_file();
  read_file(user, false, verbs, all);
  if (project != user) read_file(project, true, verbs, all);
  return all;
}

argument_list with_defaults(const argument_list& argv, const std::vector<option_default>& defaults,
                            const command_description& verb) {
  argument_list added;
  for (const auto& one : defaults) {
    if (one.verb != verb.name) continue;
    const auto* option = verb.find("--" + one.option);
    if (option == nullptr) {
      std::vector<std::string> known;
      for (const auto& other : verb.options)
        if (other.names.back().starts_with("--")) known.push_back(other.names.back().substr(2));
      throw usage_error(fmt::format("{}: [{}] has no option {}{}", one.file.string(), verb.name,
                                    one.option, did_you_mean(one.option, known)));
    }
    if (!is_given(argv, *option)) added.insert(added.end(), one.words.begin(), one.words.end());
  }
  argument_list result = argv;
  result.insert(result.begin() + 2, added.begin(), added.end());
  return result;
}

}  // namespace warpmark
