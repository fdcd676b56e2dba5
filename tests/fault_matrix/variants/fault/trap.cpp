#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant trap() { return faulty("trap", "raises a trap", {.file = "trap"}); }

}  // namespace warpmark::fault
