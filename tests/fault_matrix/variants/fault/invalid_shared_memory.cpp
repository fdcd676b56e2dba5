#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant invalid_shared_memory() {
  return faulty("invalid_shared_memory", "wants more shared memory than any device has",
                {.file = "sound", .expression = "sound<1>", .dynamic_shared_bytes = 1 << 20});
}

}  // namespace warpmark::fault
