#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant invalid_block() {
  return faulty("invalid_block", "wants more threads a block than any device has",
                {.file = "sound", .expression = "sound<1>", .block = 2048});
}

}  // namespace warpmark::fault
