// The verbs of the gate and the processes that they start.

#include "cli/program.hpp"

namespace warpmark {
namespace {

void add_verbs(CLI::App& program, const argument_list& argv, int& exit_status) {
  add_gate(program, argv, exit_status);
  add_aa(program, exit_status);
  add_selftest(program, exit_status);
  add_gate_round(program, exit_status);
  add_worker(program, exit_status);
  add_compile_worker(program, exit_status);
}

}  // namespace
}  // namespace warpmark

int main(int argc, char** argv) {
  return warpmark::run_program(argc, argv, warpmark::add_verbs, warpmark::option_defaults::added);
}
