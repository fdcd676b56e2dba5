// warpmark history: journals by card and commit, by the Python package of reports.

#include "cli/python_verb.hpp"

namespace warpmark {

void add_history(CLI::App& program, const argument_list& argv, int& exit_status) {
  add_python_verb(
      program,
      {.name = "history",
       .description = "Journals kept by card and commit: steps and drifts of their times; advisory",
       .module = "warpmark_reports.history"},
      argv, exit_status);
}

}  // namespace warpmark
