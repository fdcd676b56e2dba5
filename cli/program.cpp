#include "cli/program.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "base/visible_text.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/core/build_info.hpp"
#include "cli/command_description.hpp"
#include "cli/completion/print_candidates.hpp"
#include "cli/config/option_defaults.hpp"
#include "cli/exit_codes.hpp"
#include "cli/help_text.hpp"
#include "cli/verbosity_options.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* option : verb.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// CLI11 reports unexpected words without suggestions.
void require_known_words(CLI::App& program, const argument_list& argv) {
  const auto verbs = shown_verbs(program);
  if (argv.size() < 2)
    throw usage_error(fmt::format("a verb is missing; expected one of {}; see warpmark --help",
                                  fmt::join(verbs, ", ")));
  const std::string& first = argv[1];
  const bool known_verb =
      !program.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == first; })
           .empty();
  if (!first.starts_with("-") && !known_verb)
    throw usage_error(fmt::format("unknown verb '{}'{}", first, did_you_mean(first, verbs)));
  if (first.starts_with("-")) return;
  const CLI::App& verb = *program.get_subcommand(first);
  if (verb.get_prefix_command()) return;  // Its words are parsed by another program.
  if (argv.size() == 3 && argv[2] == "help" && verb.get_option_no_throw("SELECT") != nullptr &&
      built_in_registry().find_family("help") == nullptr)
    throw usage_error(fmt::format(
        "{}: SELECT 'help' matches nothing; did you mean `warpmark {} --help`?", first, first));
  const auto known = option_names(verb);
  for (std::size_t i = 2; i < argv.size() && argv[i] != "--"; ++i) {
    const std::string option = argv[i].substr(0, argv[i].find('='));
    if (option.starts_with("--") && std::find(known.begin(), known.end(), option) == known.end())
      throw usage_error(
          fmt::format("{}: unknown option {}{}", first, option, did_you_mean(option, known)));
  }
}

// A very long name would hide the message.
std::string shortened(const std::string& message) {
  constexpr std::size_t max_bytes = 4000, kept_at_end = 1000;
  if (message.size() <= max_bytes) return message;
  return fmt::format("{} … ({} bytes left out) … {}", message.substr(0, max_bytes - kept_at_end),
                     message.size() - max_bytes, message.substr(message.size() - kept_at_end));
}

// Questions of shells, and of programs that have no list of this one's options.
bool answers_other_program(const CLI::App& program, const argument_list& argv) {
  if (argv.size() > 1 && argv[1] == "complete") {
    print_candidates(program, {argv.begin() + 2, argv.end()});
    return true;
  }
  if (argv.size() != 3 || argv[2] != describe_option) return false;
  const auto verbs = program.get_subcommands([&](const CLI::App* verb) {
    return verb->get_name() == argv[1] && !verb->get_prefix_command();
  });
  for (const auto* verb : verbs) fmt::print("{}\n", nlohmann::json(describe(*verb)).dump());
  return !verbs.empty();
}

// Also for verbs whose words other programs parse. Returns what was added, for messages.
std::string add_defaults(const CLI::App& program, argument_list& argv) {
  const auto verbs = shown_verbs(program);
  static const std::set<std::string> exempt = {"config", "completion", "doctor", "init"};
  if (std::find(verbs.begin(), verbs.end(), argv[1]) == verbs.end() || exempt.contains(argv[1]) ||
      std::any_of(argv.begin() + 2, argv.end(),
                  [](const auto& word) { return word == "--help" || word == "-h"; }))
    return "";
  const auto defaults = read_option_defaults(verbs);
  if (std::none_of(defaults.begin(), defaults.end(),
                   [&](const option_default& one) { return one.verb == argv[1]; }))
    return "";
  const std::size_t before = argv.size();
  argv = with_defaults(argv, defaults, describe_verb(program, argv[1]));
  const std::size_t added = argv.size() - before;
  if (added == 0) return "";
  return visible_text(
      fmt::format(" (`warpmark config` has set {})",
                  fmt::join(argv.begin() + 2, argv.begin() + 2 + static_cast<long>(added), " ")));
}

// "--seed = x" of CLI11 becomes "--seed x: expected UINT", as the option's help says.
std::string conversion_text(const CLI::App* verb, const std::string& message) {
  const std::size_t begin = message.find("--"), equals = message.find(" = ");
  if (verb == nullptr || begin == std::string::npos || equals == std::string::npos) return message;
  const std::string name = message.substr(begin, equals - begin);
  const auto* option = verb->get_option_no_throw(name);
  if (option == nullptr) return message;
  return fmt::format("{} {}: expected {}", name, message.substr(equals + 3),
                     option->get_type_name());
}

int parse_and_execute(CLI::App& program, argument_list& argv, option_defaults use,
                      const int& exit_status) {
  std::string defaults;
  try {
    if (answers_other_program(program, argv)) return exit_ok;
    require_known_words(program, argv);
    if (use == option_defaults::read && argv.back() != describe_option)
      defaults = add_defaults(program, argv);
    std::vector<char*> words;
    for (auto& word : argv) words.push_back(word.data());
    program.parse(static_cast<int>(words.size()), words.data());
    return exit_status;
  } catch (const CLI::Success& done) {
    return program.exit(done);  // --help, --version
  } catch (const CLI::ParseError& error) {
    const auto used = program.get_subcommands();
    std::string verb_name = used.empty() ? "" : used.front()->get_name() + ": ";
    std::string message = error.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    if (error.get_name() == "ConversionError")
      message = conversion_text(used.empty() ? nullptr : used.front(), message);
    fmt::print(stderr, "error: {}{}{}; see warpmark {}--help\n", verb_name, visible_text(message),
               defaults, used.empty() ? "" : used.front()->get_name() + " ");
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: not enough memory; use smaller inputs, or fewer at a time\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}{}\n", visible_text(shortened(error.what())), defaults);
  }
  return exit_usage;
}

int run_words(argument_list argv, const verb_adder& add_verbs, option_defaults use) {
  int exit_status = exit_usage;
  CLI::App program{
      "warpmark: verifies and measures variants of CUDA parallel primitives, and selects the "
      "fastest",
      "warpmark"};
  program.formatter(std::make_shared<help_text>());
  program.require_subcommand(1);
  program.set_version_flag(
      "--version", fmt::format("warpmark {} ({})", build_info::version(), build_info::commit()));
  add_verbs(program, argv, exit_status);
  for (const auto& name : shown_verbs(program))
    if (CLI::App& verb = *program.get_subcommand(name); !verb.get_prefix_command())
      add_verbosity(verb);
  return parse_and_execute(program, argv, use, exit_status);
}

}  // namespace

int run_program(int argc, char** raw, const verb_adder& add_verbs, option_defaults use) {
  argument_list argv(raw, raw + argc);
  if (argc >= 2 && argv[1] == "help")  // `help VERB` is `VERB --help`
    argv = argc == 2 ? argument_list{argv[0], "--help"} : argument_list{argv[0], argv[2], "--help"};
  return run_words(std::move(argv), add_verbs, use);
}

}  // namespace warpmark
