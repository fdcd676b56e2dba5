#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace CLI {
class App;
}

namespace warpmark {

/// An option or positional of a verb.
struct option_description {
  std::vector<std::string> names;  ///< "-p", "--problem"; a positional's only name has no dash.
  std::string value;  ///< Its kind, "FILE", "AXIS=VALUES", or the choices, "cold|hot"; empty: flag.
  std::string initial;  ///< The default; may be empty.
  std::string text;
  bool repeated = false;
  bool required = false;

  bool is_positional() const { return !names.front().starts_with('-'); }
  bool has_name(const std::string& name) const;
  /// "cold" and "hot" of "cold|hot"; empty for other values.
  std::vector<std::string> choices() const;
};

/// A verb, as `--help` shows it; `warpmark VERB --describe` prints it as JSON, from whichever
/// program parses the verb's words.
struct command_description {
  std::string name;
  std::string text;
  std::string usage;
  std::vector<option_description> options;
  std::vector<command_description> verbs;  ///< As `add` and `list` of `warpmark history`.
  std::string footer;                      ///< Examples, and what the exit status means.

  /// The option of this name, as in "--state", or nullptr.
  const option_description* find(const std::string& name) const;
};

constexpr const char* describe_option = "--describe";

/// Of a verb whose options are declared in this program.
command_description describe(const CLI::App& verb);

/// Of any verb of the program, asking the program that has its options. Throws usage_error if that
/// cannot be started.
command_description describe_verb(const CLI::App& program, const std::string& verb);

/// Names of the verbs that are shown to users, in order.
std::vector<std::string> shown_verbs(const CLI::App& program);

void to_json(nlohmann::json& json, const option_description& option);
void from_json(const nlohmann::json& json, option_description& option);
void to_json(nlohmann::json& json, const command_description& command);
void from_json(const nlohmann::json& json, command_description& command);

}  // namespace warpmark
