#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant template_bomb() {
  return faulty("template_bomb", "compiles for hours and takes ever more memory",
                {.file = "template_bomb"});
}

}  // namespace warpmark::fault
