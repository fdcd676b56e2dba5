#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant slow_compile() {
  return faulty("slow_compile", "compiles for hours", {.file = "slow_compile"});
}

}  // namespace warpmark::fault
