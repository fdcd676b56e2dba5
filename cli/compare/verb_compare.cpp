// warpmark compare: compares the times of stored journals, by the Python package of reports.

#include "cli/python_verb.hpp"

namespace warpmark {

void add_compare(CLI::App& program, const argument_list& argv, int& exit_status) {
  add_python_verb(
      program,
      {.name = "compare",
       .description =
           "Times of stored journals against times, point by point; unpaired and advisory",
       .module = "warpmark_reports.compare"},
      argv, exit_status);
}

}  // namespace warpmark
