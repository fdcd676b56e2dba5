#pragma once

#include <string>
#include <vector>

// Its header takes longer to read than a program of verbs to compile.
namespace CLI {
class App;
}

namespace warpmark {

/// The program's arguments as given, for manifests.
using argument_list = std::vector<std::string>;

/// Each adds its verb to the program; the verb's callback sets `exit_status`.
void add_list(CLI::App& program, int& exit_status);
void add_explain(CLI::App& program, int& exit_status);
void add_run(CLI::App& program, const argument_list& argv, int& exit_status);
void add_gate_round(CLI::App& program, int& exit_status);
void add_compile_worker(CLI::App& program, int& exit_status);
void add_worker(CLI::App& program, int& exit_status);
void add_tune(CLI::App& program, const argument_list& argv, int& exit_status);
void add_gate(CLI::App& program, const argument_list& argv, int& exit_status);
void add_inspect(CLI::App& program, int& exit_status);
void add_report(CLI::App& program, const argument_list& argv, int& exit_status);
void add_compare(CLI::App& program, const argument_list& argv, int& exit_status);
void add_history(CLI::App& program, const argument_list& argv, int& exit_status);
void add_slurm(CLI::App& program, const argument_list& argv, int& exit_status);
void add_export(CLI::App& program, int& exit_status);
void add_import(CLI::App& program, const argument_list& argv, int& exit_status);
void add_calibrate(CLI::App& program, int& exit_status);
void add_aa(CLI::App& program, int& exit_status);
void add_selftest(CLI::App& program, int& exit_status);
void add_judge(CLI::App& program, int& exit_status);
void add_demo(CLI::App& program, int& exit_status);
void add_doctor(CLI::App& program, int& exit_status);
void add_merge(CLI::App& program, int& exit_status);
void add_init(CLI::App& program, int& exit_status);
void add_config(CLI::App& program, int& exit_status);
void add_completion(CLI::App& program, int& exit_status);
void add_man(CLI::App& program, int& exit_status);

}  // namespace warpmark
