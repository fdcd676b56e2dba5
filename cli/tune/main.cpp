// The verbs of the tuner and the processes that they start.

#include "cli/program.hpp"

namespace warpmark {
namespace {

void add_verbs(CLI::App& program, const argument_list& argv, int& exit_status) {
  add_tune(program, argv, exit_status);
  add_export(program, exit_status);
  add_import(program, argv, exit_status);
  add_calibrate(program, exit_status);
  add_worker(program, exit_status);
  add_compile_worker(program, exit_status);
}

}  // namespace
}  // namespace warpmark

int main(int argc, char** argv) {
  return warpmark::run_program(argc, argv, warpmark::add_verbs, warpmark::option_defaults::added);
}
