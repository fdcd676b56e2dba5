#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant unstable_result() {
  return faulty("unstable_result", "is right in its first execution only",
                {.file = "unstable_result"});
}

}  // namespace warpmark::fault
