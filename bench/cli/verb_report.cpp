// warpmark report: hands journals to the Python package that draws them.

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "bench/cli/exit_codes.hpp"
#include "bench/cli/kernels_option.hpp"
#include "bench/cli/program_paths.hpp"
#include "bench/cli/verbs.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/journal/reader.hpp"

namespace warpmark {
namespace {

struct report_options {
  std::vector<std::string> journals;
  std::string output;
  bool claims = false;
  kernels_option kernels;

  std::string where() const {
    if (!output.empty()) return output;
    return claims ? "claims.md" : "report";
  }
};

// Becomes the report generator; returns only if that cannot be started.
[[noreturn]] void become_generator(const report_options& options) {
  const std::string python = report_python();
  if (const auto package = find_upwards("reports/warpmark_reports")) {
    const std::string folder = package->parent_path().string();
    const char* present = std::getenv("PYTHONPATH");
    setenv("PYTHONPATH", present ? (folder + ":" + present).c_str() : folder.c_str(), 1);
  }
  std::vector<std::string> words = {python, "-m", "warpmark_reports"};
  words.insert(words.end(), options.journals.begin(), options.journals.end());
  if (options.claims) words.emplace_back("--claims");
  words.insert(words.end(), {"-o", options.where()});
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  throw usage_error(fmt::format("cannot start {}: {}; `make setup` prepares Python", python,
                                std::strerror(errno)));
}

// A journal of other kernels can be drawn, but should not be taken for one of these.
void note_kernels(const std::string& path, const journal::contents& found,
                  const std::optional<kernels_record>& now) {
  if (const auto why = kernels_difference(found.manifest, now); !why.empty())
    fmt::print(stderr, "{}: {}\n", path, why);
}

}  // namespace

void add_report(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<report_options>();
  CLI::App* verb =
      program.add_subcommand("report", "Figures, tables and one self-contained page from journals");
  verb->add_option("JOURNAL", options->journals, "Journals that `warpmark run` wrote")->required();
  verb->add_flag(
      "--claims", options->claims,
      "Write what the variants' sources claim beside what the journals hold, as Markdown");
  options->kernels.add_to(*verb);
  verb->add_option("-o,--output", options->output,
                   "Folder for the page and the figures [report]; with --claims, file [claims.md]");
  verb->footer(
      "Examples:\n  warpmark report reduce.jsonl -o report\nThen open report/index.html\n"
      "  warpmark report --claims counts.jsonl h200.jsonl -o claims.md");
  verb->callback([options, &exit_status] {
    exit_status = exit_usage;
    if (options->claims && std::filesystem::is_directory(options->where()))
      throw usage_error(fmt::format(
          "--output {} is a folder; with --claims it is the file to write, as in -o claims.md",
          options->where()));
    // An unreadable journal is told at once, before Python has started; compressed ones only it
    // reads.
    for (const auto& path : options->journals)
      if (!path.ends_with(".gz")) {
        const auto found = journal::read(path);
        if (options->kernels.record()) note_kernels(path, found, options->kernels.record());
      }
    become_generator(*options);
  });
}

}  // namespace warpmark
