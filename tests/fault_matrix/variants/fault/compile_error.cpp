#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant compile_error() {
  return faulty("compile_error", "does not compile", {.file = "compile_error"});
}

}  // namespace warpmark::fault
