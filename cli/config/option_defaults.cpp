#include "cli/config/option_defaults.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "base/toml_text.hpp"
#include "base/usage_error.hpp"
#include "cli/config/user_folder.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "warpmark.toml";

bool reads_no_file() {
  const char* named = std::getenv("WARPMARK_CONFIG");
  return named != nullptr && *named == '\0';
}

std::string place_of(const fs::path& file, const toml::key& key) {
  return fmt::format("{}:{}", file.string(), key.source().begin.line);
}

std::string value_text(const toml::node& value, const std::string& where) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = value.as_floating_point()) return fmt::format("{}", number->get());
  throw usage_error(
      fmt::format("{}: expected a string, a number, true or false, or an array of strings", where));
}

option_default default_of(const std::string& verb, const toml::key& key, const toml::node& value,
                          const fs::path& file) {
  option_default result{.verb = verb,
                        .option = std::string(key.str()),
                        .flag = value.value_exact<bool>(),
                        .values = {},
                        .place = place_of(file, key),
                        .file = file};
  if (result.flag) return result;
  const std::string where = fmt::format("{}: {}", result.place, result.option);
  if (const auto* several = value.as_array())
    for (const auto& one : *several) result.values.push_back(value_text(one, where));
  else
    result.values.push_back(value_text(value, where));
  return result;
}

void read_file(const fs::path& file, bool is_project, const std::vector<std::string>& verbs,
               std::vector<option_default>& found) {
  const auto tables = inspect::parse_toml(inspect::read_toml_text(file), file.string());
  for (const auto& [key, value] : tables) {
    const std::string verb(key.str());
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end())
      throw usage_error(fmt::format("{}: '{}' is no verb{}; expected tables such as [run]",
                                    place_of(file, key), verb, did_you_mean(verb, verbs)));
    if (!value.is_table())
      throw usage_error(
          fmt::format("{}: {}: expected a table, [{}]", place_of(file, key), verb, verb));
    for (const auto& [name, node] : *value.as_table()) {
      auto one = default_of(verb, name, node, file);
      if (is_project) require_of_project(verb, one.option, one.place);
      std::erase_if(found, [&](const option_default& other) {
        return other.verb == verb && other.option == one.option;
      });
      found.push_back(std::move(one));
    }
  }
}

// As git does for repositories: a file in /tmp is anybody's.
void require_owner(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return;
  if (status.st_uid != geteuid() && status.st_uid != 0)
    throw usage_error(fmt::format(
        "{}: belongs to another user (number {}); expected a file of yours, or WARPMARK_CONFIG= "
        "for no defaults",
        file.string(), status.st_uid));
}

// Also within grouped short flags; then a default is left out rather than given twice.
bool is_given(const argument_list& argv, const option_description& option) {
  for (std::size_t i = 2; i < argv.size() && argv[i] != "--"; ++i)
    for (const auto& name : option.names) {
      const std::string& word = argv[i];
      if (word == name || word.starts_with(name + "=")) return true;
      const bool is_short = !name.starts_with("--"),
                 has_short = word.starts_with('-') && !word.starts_with("--");
      if (is_short && has_short && word.find(name.back()) != std::string::npos) return true;
    }
  return false;
}

bool gives_verbosity(const argument_list& argv, const command_description& verb) {
  for (const char* name : {"--quiet", "--verbose"})
    if (const auto* option = verb.find(name); option != nullptr && is_given(argv, *option))
      return true;
  return false;
}

std::string resolved(const std::string& value, const option_description& option,
                     const fs::path& file) {
  const bool is_path = option.value == "FILE" || option.value == "DIR";
  return is_path && fs::path(value).is_relative()
             ? (fs::absolute(file).parent_path() / value).lexically_normal().string()
             : value;
}

const option_description& option_of(const option_default& one, const command_description& verb) {
  if (const auto* option = verb.find("--" + one.option); option != nullptr && one.option != "help")
    return *option;
  std::vector<std::string> known;
  for (const auto& other : verb.options)
    if (const auto& name = other.names.back(); name.starts_with("--") && name != "--help")
      known.push_back(name.substr(2));
  throw usage_error(fmt::format("{}: [{}] has no option {}{}", one.place, verb.name, one.option,
                                did_you_mean(one.option, known)));
}

argument_list words_of(const option_default& one, const option_description& option) {
  const bool is_flag = option.value.empty();
  if (is_flag != one.flag.has_value())
    throw usage_error(fmt::format("{}: {} = {}: expected {}", one.place, one.option, one.text(),
                                  is_flag ? "true or false" : "a value, " + option.value));
  const auto choices = option.choices();
  argument_list words;
  if (one.flag.value_or(false)) words.push_back("--" + one.option);
  for (const auto& value : one.values) {
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
      throw usage_error(fmt::format("{}: {} = {}: expected one of {}", one.place, one.option, value,
                                    fmt::join(choices, ", ")));
    words.push_back(fmt::format("--{}={}", one.option, resolved(value, option, one.file)));
  }
  return words;
}

// A kernels file of a project's choice must not start a program of its choice.
void require_no_compiler(const option_default& one, const option_description& option) {
  std::error_code error;
  if (one.option != "kernels" || fs::equivalent(one.file, user_defaults_file(), error)) return;
  for (const auto& value : one.values) {
    const fs::path path = resolved(value, option, one.file);
    if (!fs::exists(path, error)) continue;
    const auto table = inspect::parse_toml(inspect::read_toml_text(path), path.string());
    for (const char* key : {"compiler", "compile_commands"})
      if (table["compile"][key])
        throw usage_error(
            fmt::format("{}: {} = {}: its [compile] {} starts a program, and others can edit a "
                        "project's file; expected --kernels {} in the command",
                        one.place, one.option, value, key, value));
  }
}

}  // namespace

std::string option_default::text() const {
  return flag ? (*flag ? "true" : "false") : fmt::format("{}", fmt::join(values, ", "));
}

fs::path user_defaults_file() {
  if (const char* named = std::getenv("WARPMARK_CONFIG")) return named;
  const fs::path folder = user_config_folder();
  return folder.empty() ? folder : folder / file_name;
}

fs::path project_defaults_file() {
  std::error_code error;
  const auto here = fs::current_path(error);
  for (fs::path folder = here; !folder.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / file_name, error)) return folder / file_name;
    if (folder == folder.root_path() || fs::exists(folder / ".git", error)) break;
  }
  return here / file_name;
}

void require_of_project(const std::string& verb, const std::string& option,
                        const std::string& place) {
  static const std::set<std::string> judging = {"gate", "aa", "selftest"};
  static const std::set<std::string> allowed = {
      "backend", "budget",      "column",    "config",   "flush",     "format",        "kernels",
      "only",    "max-samples", "precision", "problem",  "processes", "publish",       "quiet",
      "seed",    "set",         "state",     "strategy", "verbose",   "time-per-point"};
  if (!judging.contains(verb) && allowed.contains(option)) return;
  throw usage_error(fmt::format(
      "{}: [{}] {} in a project's file, which others can edit; expected it in {}{}", place, verb,
      option, user_defaults_file().string(),
      verb == "gate" ? ", or settings of the gate in gate.toml"
                     : fmt::format("; a project may set {}", fmt::join(allowed, ", "))));
}

std::vector<option_default> read_option_defaults(const std::vector<std::string>& verbs) {
  std::vector<option_default> found;
  if (reads_no_file()) return found;
  const auto user = user_defaults_file(), project = project_defaults_file();
  std::error_code error;
  const bool has_user = !user.empty() && fs::exists(user, error);
  if (has_user)
    read_file(user, false, verbs, found);
  else if (std::getenv("WARPMARK_CONFIG") != nullptr)
    throw usage_error(fmt::format("WARPMARK_CONFIG={}: no such file", user.string()));
  if (!fs::exists(project, error) || (has_user && fs::equivalent(user, project, error)))
    return found;
  require_owner(project);
  read_file(project, true, verbs, found);
  return found;
}

argument_list with_defaults(const argument_list& argv, const std::vector<option_default>& defaults,
                            const command_description& verb) {
  argument_list added;
  for (const auto& one : defaults) {
    if (one.verb != verb.name) continue;
    const auto& option = option_of(one, verb);
    const auto words = words_of(one, option);
    const bool excluded =
        (one.option == "quiet" || one.option == "verbose") && gives_verbosity(argv, verb);
    if (excluded || is_given(argv, option)) continue;
    require_no_compiler(one, option);
    added.insert(added.end(), words.begin(), words.end());
  }
  argument_list result = argv;
  result.insert(result.begin() + 2, added.begin(), added.end());
  return result;
}

}  // namespace warpmark
