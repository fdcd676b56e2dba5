// warpmark compare: two sides of stored journals, by the Python package of reports.

#include <memory>

#include "bench/cli/exit_codes.hpp"
#include "bench/cli/report_package.hpp"
#include "bench/cli/verbs.hpp"

namespace warpmark {
namespace {

struct compare_options {
  std::vector<std::string> journals;
  std::vector<std::string> base;
  std::vector<std::string> head;
  bool json = false;
  bool csv = false;
  std::string markdown;
  int rows = 30;
  std::string output;
  std::vector<std::string> only;
  std::vector<std::string> formats;
  std::string column;
};

std::vector<std::string> words_of(const compare_options& options) {
  std::vector<std::string> words = options.journals;
  const auto add = [&](const std::string& name, const std::vector<std::string>& values) {
    if (values.empty()) return;
    words.push_back(name);
    words.insert(words.end(), values.begin(), values.end());
  };
  add("--base", options.base);
  add("--head", options.head);
  if (options.json) words.emplace_back("--json");
  if (options.csv) words.emplace_back("--csv");
  add("--rows", {std::to_string(options.rows)});
  if (!options.markdown.empty()) add("--markdown", {options.markdown});
  if (!options.output.empty()) add("--output", {options.output});
  for (const auto& name : options.only) add("--only", {name});
  for (const auto& format : options.formats) add("--format", {format});
  if (!options.column.empty()) add("--column", {options.column});
  return words;
}

}  // namespace

void add_compare(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<compare_options>();
  CLI::App* verb = program.add_subcommand(
      "compare", "Times of stored journals against times, point by point; unpaired and advisory");
  verb->add_option("JOURNAL", options->journals,
                   "Base and head: journals, nvbench or Google Benchmark JSON, Kernel Tuner caches")
      ->expected(0, 2);
  verb->add_option("--base", options->base, "Several journals of the base, each a round");
  verb->add_option("--head", options->head, "Several journals of the head, each a round");
  auto* json = verb->add_flag("--json", options->json, "Print one JSON object");
  verb->add_flag("--csv", options->csv, "Print a CSV row a point")->excludes(json);
  verb->add_option("--markdown", options->markdown, "Also write this file, for a comment");
  verb->add_option("--rows", options->rows, "Points to show, worst first; 0: all [30]")
      ->check(CLI::NonNegativeNumber);
  verb->add_option("-o,--output", options->output, "Folder for figures and a page");
  verb->add_option("--only", options->only, "Draw only figures of this name or pattern")
      ->expected(1);
  verb->add_option("--format", options->formats, "A format of figures besides SVG: png, pdf")
      ->check(CLI::IsMember({"png", "svg", "pdf"}))
      ->expected(1);
  verb->add_option("--column", options->column, "Draw also for a paper: single or double")
      ->check(CLI::IsMember({"single", "double"}));
  verb->footer(
      "Examples:\n  warpmark compare before.jsonl after.jsonl\n"
      "  warpmark compare --base a1.jsonl a2.jsonl a3.jsonl --head b1.jsonl b2.jsonl b3.jsonl\n"
      "  warpmark compare before.json after.json --markdown comment.md -o changes\n"
      "Exit status: 0 whatever it finds, 2 bad input, 5 nothing in common");
  verb->callback([options, &exit_status] {
    exit_status = exit_usage;
    become_reports("warpmark_reports.compare", words_of(*options));
  });
}

}  // namespace warpmark
