#include "cli/program.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "base/visible_text.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/core/build_info.hpp"
#include "cli/exit_codes.hpp"
#include "cli/help_text.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

std::vector<std::string> verb_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const auto* verb : program.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* option : verb.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// CLI11 reports unexpected words without suggestions.
void require_known_words(CLI::App& program, const argument_list& argv) {
  const auto verbs = verb_names(program);
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

int parse_and_execute(CLI::App& program, const argument_list& argv, int argc, char** raw,
                      const int& exit_status) {
  try {
    require_known_words(program, argv);
    program.parse(argc, raw);
    return exit_status;
  } catch (const CLI::Success& done) {
    return program.exit(done);  // --help, --version
  } catch (const CLI::ParseError& error) {
    const auto used = program.get_subcommands();
    std::string verb_name = used.empty() ? "" : used.front()->get_name() + ": ";
    std::string message = error.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    fmt::print(stderr, "error: {}{}; see warpmark {}--help\n", verb_name, visible_text(message),
               used.empty() ? "" : used.front()->get_name() + " ");
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: not enough memory; use smaller inputs, or fewer at a time\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", visible_text(shortened(error.what())));
  }
  return exit_usage;
}

int run_words(const argument_list& argv, int argc, char** raw, const verb_adder& add_verbs) {
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
  return parse_and_execute(program, argv, argc, raw, exit_status);
}

}  // namespace

int run_program(int argc, char** raw, const verb_adder& add_verbs) {
  argument_list argv(raw, raw + argc);
  if (argc >= 2 && argv[1] == "help") {  // `help VERB` is `VERB --help`
    argv = argc == 2 ? argument_list{argv[0], "--help"} : argument_list{argv[0], argv[2], "--help"};
    std::vector<char*> words;
    for (auto& word : argv) words.push_back(word.data());
    return run_words(argv, static_cast<int>(words.size()), words.data(), add_verbs);
  }
  return run_words(argv, argc, raw, add_verbs);
}

}  // namespace warpmark
