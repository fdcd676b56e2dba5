#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant out_of_memory() {
  return faulty("out_of_memory", "wants more memory than any device has",
                {.file = "sound", .expression = "sound<1>", .scratch_bytes = std::size_t{1} << 46});
}

}  // namespace warpmark::fault
