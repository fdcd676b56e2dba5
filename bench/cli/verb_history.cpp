// warpmark history: journals by card and commit, by the Python package of reports.

#include "bench/cli/exit_codes.hpp"
#include "bench/cli/report_package.hpp"
#include "bench/cli/verbs.hpp"

namespace warpmark {
namespace {

// The words after the verb go to Python as they are: its own verbs and options are there.
argument_list words_after(const argument_list& argv) { return {argv.begin() + 2, argv.end()}; }

}  // namespace

void add_history(CLI::App& program, const argument_list& argv, int& exit_status) {
  CLI::App* verb = program.add_subcommand(
      "history", "Journals kept by card and commit: steps and drifts of their times; advisory");
  verb->prefix_command();
  verb->footer(
      "Verbs: add, list, show, check, accept, report, reindex; `warpmark history add --help` has\n"
      "the options of one.\n"
      "Examples:\n  warpmark history add nightly.jsonl --release v1.2\n"
      "  warpmark history show 'reduce/tree*'\n"
      "  warpmark history check --fail\n"
      "  warpmark history accept 'reduce/tree*' --at 4f1c2ab --reason 'exact sums cost this'\n"
      "  warpmark history report -o history\n"
      "Exit status: 0, 1 `check --fail` found something, 2 bad input, 5 no such point");
  verb->callback([&argv, &exit_status] {
    exit_status = exit_usage;
    become_reports("warpmark_reports.history", words_after(argv));
  });
}

}  // namespace warpmark
