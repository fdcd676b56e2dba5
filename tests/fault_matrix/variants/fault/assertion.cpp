#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant assertion() { return faulty("assertion", "claims what is false", {.file = "assertion"}); }

}  // namespace warpmark::fault
