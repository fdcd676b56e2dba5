// warpmark config: defaults of options, in the user's warpmark.toml and the project's.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/suggest.hpp"
#include "base/toml_text.hpp"
#include "base/usage_error.hpp"
#include "base/visible_text.hpp"
#include "cli/command_description.hpp"
#include "cli/config/defaults_text.hpp"
#include "cli/config/option_defaults.hpp"
#include "cli/exit_codes.hpp"
#include "cli/text_table.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

struct config_options {
  std::string key;
  std::optional<std::string> value;
  bool project = false, unset = false;
};

struct named_option {
  std::string verb, option;
};

// "run.state", if there is such a verb and option.
named_option parsed_key(const CLI::App& program, const std::string& key, bool unset) {
  const auto dot = std::min(key.find('.'), key.size());
  const named_option name{key.substr(0, dot), key.substr(std::min(dot + 1, key.size()))};
  const auto verbs = shown_verbs(program);
  if (std::find(verbs.begin(), verbs.end(), name.verb) == verbs.end())
    throw usage_error(fmt::format("config {}: unknown verb '{}'{}; expected a key as in run.state",
                                  key, name.verb, did_you_mean(name.verb, verbs)));
  const auto verb = describe_verb(program, name.verb);
  std::vector<std::string> known;
  for (const auto& option : verb.options)
    if (const auto& last = option.names.back(); last.starts_with("--") && last != "--help")
      known.push_back(last.substr(2));
  if (!unset && std::find(known.begin(), known.end(), name.option) == known.end())
    throw usage_error(fmt::format("config {}: {} has no option '{}'{}", key, name.verb, name.option,
                                  did_you_mean(name.option, known)));
  return name;
}

void show(const std::vector<option_default>& defaults) {
  if (const char* named = std::getenv("WARPMARK_CONFIG"); named != nullptr && *named == '\0') {
    fmt::print("none: WARPMARK_CONFIG is empty\n");
    return;
  }
  for (const auto& file : {user_defaults_file(), project_defaults_file()})
    fmt::print("{}{}\n", file.string(), fs::exists(file) ? "" : " (no such file)");
  std::vector<std::vector<std::string>> rows;
  for (const auto& one : defaults)
    rows.push_back({fmt::format("{}.{}", one.verb, one.option), visible_text(one.text()),
                    one.file == user_defaults_file() ? "user" : "project"});
  if (!rows.empty()) fmt::print("\n{}", text_table({"option", "default", "file"}, rows));
}

// Written beside it and moved, so that a full disk costs no defaults. A link stays one.
void replace_text(const fs::path& named, const std::string& text) {
  std::error_code error;
  const fs::path file = fs::exists(named) ? fs::canonical(named) : named;
  fs::create_directories(file.parent_path(), error);
  const fs::path part = file.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out << text;
  if (out.flush()) {
    if (fs::exists(file)) fs::permissions(part, fs::status(file).permissions(), error);
    fs::rename(part, file, error);
  }
  if (!out || error)
    throw usage_error(fmt::format("config: cannot write {}: {}", file.string(),
                                  error ? error.message() : "no space, or no permission"));
}

option_default parsed_value(const named_option& name, const std::string& value,
                            const fs::path& file) {
  option_default result{.verb = name.verb,
                        .option = name.option,
                        .flag = {},
                        .values = {},
                        .place = "config",
                        .file = file};
  if (value == "true" || value == "false")
    result.flag = value == "true";
  else
    result.values.push_back(value);
  return result;
}

void change(const CLI::App& program, const config_options& options, const named_option& name) {
  const fs::path file = options.project ? project_defaults_file() : user_defaults_file();
  if (file.empty())
    throw usage_error(
        "config: no folder for the user's defaults: HOME is not set, or WARPMARK_CONFIG is empty");
  if (!options.unset) {  // What is written must not make later commands fail.
    if (options.project) require_of_project(name.verb, name.option, "config --project");
    with_defaults({"warpmark", name.verb}, {parsed_value(name, *options.value, file)},
                  describe_verb(program, name.verb));
  }
  const std::string before = fs::exists(file) ? inspect::read_toml_text(file) : std::string();
  const std::string after =
      options.unset ? without_default(before, file.string(), name.verb, name.option)
                    : with_default(before, file.string(), name.verb, name.option, *options.value);
  replace_text(file, after);
  fmt::print("{}: {}.{} {}\n", file.string(), name.verb, name.option,
             options.unset ? "is no longer set" : "= " + *options.value);
}

int show_or_change(const CLI::App& program, const config_options& options) {
  if (options.key.empty()) {
    show(read_option_defaults(shown_verbs(program)));
    return exit_ok;
  }
  const auto name = parsed_key(program, options.key, options.unset);
  if (options.value && options.unset)
    throw usage_error(fmt::format("config --unset {}: expected no value", options.key));
  if (options.value || options.unset) {
    change(program, options, name);
    return exit_ok;
  }
  for (const auto& one : read_option_defaults(shown_verbs(program)))
    if (one.verb == name.verb && one.option == name.option) {
      fmt::print("{}\n", visible_text(one.text()));
      return exit_ok;
    }
  return exit_wrong;
}

}  // namespace

void add_config(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<config_options>();
  CLI::App* verb = program.add_subcommand(
      "config", "Defaults of options: show them, or set one for you or for a project");
  verb->add_option("KEY", options->key, "An option of a verb, as in run.state; without it: all");
  verb->add_option("VALUE", options->value, "The new default; without it: show the present one");
  verb->add_flag("--project", options->project,
                 "Change the nearest warpmark.toml, from this folder upwards, not yours");
  verb->add_flag("--unset", options->unset, "Remove the default");
  verb->footer(
      "Yours are in ~/.config/warpmark.toml ($WARPMARK_CONFIG names another file; empty: no\n"
      "defaults at all); those of a project precede them, and options of a command line both.\n"
      "Examples:\n"
      "  warpmark config\n"
      "  warpmark config run.state hot\n"
      "  warpmark config --project run.kernels kernels.toml\n"
      "  warpmark config --unset run.state\n"
      "Exit status: 0, 1 if KEY has no default, 2 bad usage");
  verb->callback(
      [&program, options, &exit_status] { exit_status = show_or_change(program, *options); });
}

}  // namespace warpmark
