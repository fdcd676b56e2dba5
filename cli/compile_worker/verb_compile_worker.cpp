// warpmark compile-worker: a process in which kernels are compiled, so that a compilation can be
// stopped. Its channel is a socket on descriptor 3; it is not for interactive use.

#include <cstdlib>

#include <CLI/CLI.hpp>

#include "bench/compiler/compile_process.hpp"
#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"

namespace warpmark {

void add_compile_worker(CLI::App& program, int&) {
  CLI::App* verb =
      program.add_subcommand(compiler::compile_process_verb, "Compiles kernels for other verbs");
  verb->group("");  // Not in --help.
  verb->callback([] {
    compiler::serve_compilations(processes::channel_socket);
    std::_Exit(exit_ok);
  });
}

}  // namespace warpmark
