#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant endless_loop() { return faulty("endless_loop", "never ends", {.file = "endless_loop"}); }

}  // namespace warpmark::fault
