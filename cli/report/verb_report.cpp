// warpmark report: passes journals to the Python package of reports.

#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "cli/exit_codes.hpp"
#include "cli/kernels_option.hpp"
#include "cli/python_verb.hpp"
#include "cli/report_package.hpp"

namespace warpmark {
namespace {

// Removes `option` FILE, which only this program reads, from the words.
std::optional<std::string> take_file(argument_list& words, const std::string& option) {
  std::optional<std::string> file;
  argument_list others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      others.insert(others.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    if (word.starts_with(option + "=")) {
      file = word.substr(option.size() + 1);
    } else if (word == option && i + 1 < words.size()) {
      file = words[++i];
    } else if (word == option) {
      throw usage_error(fmt::format("{}: expected a file", option));
    } else {
      others.push_back(word);
    }
  }
  words = std::move(others);
  return file;
}

// A journal of other kernels can be drawn, but not without a note. The package checks whether a
// word is a valid journal.
void note_other_kernels(const argument_list& words, const kernels_record& kernels) {
  for (const auto& word : words) {
    if (word.starts_with("-") || !std::filesystem::is_regular_file(word)) continue;
    try {
      const auto manifest = journal::read_manifest(word);
      if (!manifest) continue;
      if (const auto why = kernels_difference(journal::place_of(*manifest, word), kernels);
          !why.empty())
        fmt::print(stderr, "{}: {}\n", word, why);
    } catch (const usage_error&) {
      continue;
    }
  }
}

}  // namespace

void add_report(CLI::App& program, const argument_list& argv, int& exit_status) {
  const python_verb verb = {
      .name = "report",
      .description = "Figures, tables and one self-contained page from journals",
      .module = "warpmark_reports"};
  add_unparsed_verb(program, verb.name, verb.description)
      ->callback([&argv, &exit_status, module = verb.module] {
        exit_status = exit_usage;
        argument_list words = words_after_verb(argv);
        if (const auto file = take_file(words, "--kernels"))
          note_other_kernels(words, *kernels_in_use(*file).record());
        if (const auto file = take_file(words, "--plugin"))
          note_other_kernels(words, *kernels_in_use::of_plugin(*file).record());
        become_reports(module, words);
      });
}

}  // namespace warpmark
