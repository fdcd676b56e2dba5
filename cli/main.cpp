// The warpmark program. Verbs are in verb_*.cpp; those of the tuner and of the gate are in programs
// of their own, tune/main.cpp and gate/main.cpp.

#include "cli/neighbour_program.hpp"
#include "cli/program.hpp"

namespace warpmark {
namespace {

void add_verbs(CLI::App& program, const argument_list& argv, int& exit_status) {
  const auto in = [&](const char* neighbour, const char* verb, const char* description) {
    add_neighbour_verb(program, {.verb = verb, .description = description, .program = neighbour},
                       argv);
  };
  add_list(program, exit_status);
  add_explain(program, exit_status);
  add_run(program, argv, exit_status);
  in(tuner_program, "tune", tune_description);
  add_worker(program, exit_status);
  add_compile_worker(program, exit_status);
  in(gate_program, "gate", gate_description);
  add_judge(program, exit_status);
  add_inspect(program, exit_status);
  add_merge(program, exit_status);
  add_report(program, argv, exit_status);
  add_compare(program, argv, exit_status);
  add_history(program, argv, exit_status);
  add_slurm(program, argv, exit_status);
  in(tuner_program, "export", export_description);
  in(tuner_program, "import", import_description);
  in(tuner_program, "calibrate", calibrate_description);
  in(gate_program, "aa", aa_description);
  in(gate_program, "selftest", selftest_description);
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
