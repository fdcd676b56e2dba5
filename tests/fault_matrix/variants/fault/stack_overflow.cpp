#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant stack_overflow() {
  return faulty("stack_overflow", "recurses deeper than the stack reaches",
                {.file = "stack_overflow"});
}

}  // namespace warpmark::fault
