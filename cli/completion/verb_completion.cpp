// warpmark completion: scripts for shells, which ask `warpmark complete` at each Tab.

#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"
#include "completions_embedded.hpp"

namespace warpmark {
namespace {

std::string_view script_of(const std::string& shell) {
  std::vector<std::string> known;
  for (const auto& file : completion::embedded_files) {
    const std::string name(file.path);
    known.push_back(name == "_warpmark" ? "zsh" : name.substr(name.rfind('.') + 1));
    if (known.back() == shell) return file.text;
  }
  throw usage_error(
      fmt::format("completion: unknown shell '{}'{}", shell, did_you_mean(shell, known)));
}

}  // namespace

void add_completion(CLI::App& program, int& exit_status) {
  auto shell = std::make_shared<std::string>();
  CLI::App* verb = program.add_subcommand(
      "completion", "Completion of verbs, options, variants and axes for a shell");
  verb->add_option("SHELL", *shell, "The shell")->required()->type_name("bash|zsh|fish");
  verb->footer(
      "Examples:\n"
      "  source <(warpmark completion bash)\n"
      "  warpmark completion zsh > ~/.zfunc/_warpmark\n"
      "  warpmark completion fish | source\n"
      "Exit status: 0, 2 for another shell");
  verb->callback([shell, &exit_status] {
    fmt::print("{}", script_of(*shell));
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
