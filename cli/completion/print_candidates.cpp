#include "cli/completion/print_candidates.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/visible_text.hpp"
#include "cli/command_description.hpp"
#include "cli/completion/candidates.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {

namespace {

// A shell would execute parts of other words, which a kernels file may have as values.
bool is_plain(const std::string& word) {
  return word.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
             "_-+.,:=/^@%") == std::string::npos;
}

}  // namespace

void print_candidates(const CLI::App& program, const argument_list& typed) {
  completion::command_line line;
  for (const auto& name : shown_verbs(program))
    line.verbs.push_back({name, program.get_subcommand(name)->get_description()});
  line.describe = [&](const std::string& verb) { return describe_verb(program, verb); };
  std::string file_read;
  kernels_in_use kernels;
  line.kernels = [&](const std::string& file) -> const registry& {
    if (file != file_read) kernels = kernels_in_use(file);
    file_read = file;
    return kernels.registry();
  };
  try {
    for (const auto& one : completion::candidates(line, typed))
      if (is_plain(one.word))
        fmt::print("{}{}{}\n", one.word, one.text.empty() ? "" : "\t", visible_text(one.text));
  } catch (const std::exception&) {
    // What is typed is not complete, and may be wrong; a message would disturb its line.
  }
}

}  // namespace warpmark
