// warpmark slurm: sweeps and tunings as arrays of Slurm, by the Python package of the program.

#include <cstdlib>

#include <CLI/CLI.hpp>

#include "cli/exit_codes.hpp"
#include "cli/program_paths.hpp"
#include "cli/python_verb.hpp"
#include "cli/report_package.hpp"

namespace warpmark {

void add_slurm(CLI::App& program, const argument_list& argv, int& exit_status) {
  const python_verb verb = {
      .name = "slurm",
      .description = "A sweep or a tuning as an array of Slurm: submit it, watch it, cancel it",
      .module = "warpmark.slurm"};
  add_unparsed_verb(program, verb.name, verb.description)
      ->callback([&argv, &exit_status, module = verb.module] {
        exit_status = exit_usage;
        // The tasks execute this program, not another one on the PATH of their nodes.
        setenv("WARPMARK_PROGRAM", program_path().c_str(), 1);
        become_reports(module, words_after_verb(argv));
      });
}

}  // namespace warpmark
