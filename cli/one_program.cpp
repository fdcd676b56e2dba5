// All verbs in one program, for installations: WARPMARK_PORTABLE. main.cpp says why a build for
// developers has three.

#include "cli/program.hpp"

namespace warpmark {
namespace {

void add_verbs(CLI::App& program, const argument_list& argv, int& exit_status) {
  add_list(program, exit_status);
  add_explain(program, exit_status);
  add_run(program, argv, exit_status);
  add_tune(program, argv, exit_status);
  add_worker(program, exit_status);
  add_compile_worker(program, exit_status);
  add_gate_round(program, exit_status);
  add_gate(program, argv, exit_status);
  add_inspect(program, exit_status);
  add_merge(program, exit_status);
  add_report(program, argv, exit_status);
  add_compare(program, argv, exit_status);
  add_history(program, argv, exit_status);
  add_slurm(program, argv, exit_status);
  add_export(program, exit_status);
  add_import(program, argv, exit_status);
  add_calibrate(program, exit_status);
  add_aa(program, exit_status);
  add_selftest(program, exit_status);
  add_demo(program, exit_status);
  add_doctor(program, exit_status);
  add_init(program, exit_status);
  add_config(program, exit_status);
  add_completion(program, exit_status);
  add_man(program, exit_status);
}

}  // namespace
}  // namespace warpmark

int main(int argc, char** argv) { return warpmark::run_program(argc, argv, warpmark::add_verbs); }
