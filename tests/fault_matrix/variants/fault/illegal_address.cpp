#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant illegal_address() {
  return faulty("illegal_address", "writes far beyond any allocation", {.file = "illegal_address"});
}

}  // namespace warpmark::fault
