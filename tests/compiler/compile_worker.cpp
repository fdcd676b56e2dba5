// The child's side of compile processes, for tests of their parents.

#include "bench/compiler/compile_process.hpp"

int main() {
  warpmark::compiler::serve_compilations(warpmark::processes::channel_socket);
  return 0;
}
