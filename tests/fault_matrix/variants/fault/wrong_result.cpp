#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant wrong_result() {
  return faulty("wrong_result", "adds two", {.file = "sound", .expression = "sound<2>"});
}

}  // namespace warpmark::fault
