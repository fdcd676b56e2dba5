#include "variants/contract/keyed_input.hpp"

#include <limits>

namespace warpmark {

std::uint64_t keyed_bytes(const problem& asked) {
  const std::uint64_t payload_bytes = asked.text("payload") == "none" ? 0 : 4 * n_of(asked);
  return 2 * (input_bytes(asked) + payload_bytes);
}

std::string keyed_objection(const problem& asked) {
  if (n_of(asked) <= std::numeric_limits<std::uint32_t>::max()) return "";
  return "n must be below 2^32: indices are 32 bits";
}

}  // namespace warpmark
