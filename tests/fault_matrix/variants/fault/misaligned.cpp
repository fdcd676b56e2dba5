#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant misaligned() {
  return faulty("misaligned", "reads 8 bytes at a multiple of 4", {.file = "misaligned"});
}

}  // namespace warpmark::fault
