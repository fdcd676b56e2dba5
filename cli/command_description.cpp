#include "cli/command_description.hpp"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/processes/child_process.hpp"
#include "base/usage_error.hpp"

namespace warpmark {
namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_single_name()};
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

option_description describe_one(const CLI::Option& option) {
  const bool is_flag = option.get_items_expected_max() == 0;
  return {.names = names_of(option),
          .value = is_flag ? std::string() : option.get_type_name(),
          .initial = is_flag ? std::string() : option.get_default_str(),
          .text = option.get_description(),
          .repeated = option.get_items_expected_max() > 1,
          .required = option.get_required()};
}

}  // namespace

bool option_description::has_name(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> option_description::choices() const {
  std::vector<std::string> all;
  if (value.find('|') == std::string::npos) return all;
  for (std::size_t begin = 0; begin <= value.size();) {
    const auto end = std::min(value.find('|', begin), value.size());
    all.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

const option_description* command_description::find(const std::string& name) const {
  const auto found =
      std::find_if(options.begin(), options.end(),
                   [&](const option_description& option) { return option.has_name(name); });
  return found == options.end() ? nullptr : &*found;
}

command_description describe(const CLI::App& verb) {
  command_description result{.name = verb.get_name(),
                             .text = verb.get_description(),
                             .usage = fmt::format("warpmark {} [OPTIONS]", verb.get_name()),
                             .options = {},
                             .verbs = {},
                             .footer = verb.get_footer()};
  for (const auto* option : verb.get_options())
    if (!option->get_group().empty()) result.options.push_back(describe_one(*option));
  for (const auto& option : result.options)
    if (option.is_positional())
      result.usage += fmt::format("{}{}{}{}", option.required ? " " : " [", option.names.front(),
                                  option.repeated ? "..." : "", option.required ? "" : "]");
  return result;
}

command_description describe_verb(const CLI::App& program, const std::string& verb) {
  const CLI::App& found = *program.get_subcommand(verb);
  if (!found.get_prefix_command()) return describe(found);
  const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
  const auto ended = processes::run_child({self, verb, describe_option});
  if (ended.status != 0)
    throw usage_error(fmt::format("{}: its options cannot be read: {}", verb, ended.errors));
  return nlohmann::json::parse(ended.out).get<command_description>();
}

std::vector<std::string> shown_verbs(const CLI::App& program) {
  std::vector<std::string> names;
  for (const auto* verb : program.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  return names;
}

void to_json(nlohmann::json& json, const option_description& option) {
  json = {{"names", option.names}, {"value", option.value},       {"default", option.initial},
          {"text", option.text},   {"repeated", option.repeated}, {"required", option.required}};
}

void from_json(const nlohmann::json& json, option_description& option) {
  json.at("names").get_to(option.names);
  json.at("value").get_to(option.value);
  json.at("default").get_to(option.initial);
  json.at("text").get_to(option.text);
  json.at("repeated").get_to(option.repeated);
  json.at("required").get_to(option.required);
}

void to_json(nlohmann::json& json, const command_description& command) {
  json = {{"name", command.name},   {"text", command.text},       {"usage", command.usage},
          {"verbs", command.verbs}, {"options", command.options}, {"footer", command.footer}};
}

void from_json(const nlohmann::json& json, command_description& command) {
  json.at("name").get_to(command.name);
  json.at("text").get_to(command.text);
  json.at("usage").get_to(command.usage);
  json.at("options").get_to(command.options);
  json.at("verbs").get_to(command.verbs);
  json.at("footer").get_to(command.footer);
}

}  // namespace warpmark
