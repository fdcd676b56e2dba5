#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant compiler_crash() {
  return faulty("compiler_crash", "kills its compiler", {.file = "compiler_crash"});
}

}  // namespace warpmark::fault
