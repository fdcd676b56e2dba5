#include "variants/contract/keyed_input.hpp"

#include <limits>

namespace warpmark {

std::uint64_t keyed_bytes(const problem& problem) {
  const std::uint64_t payload_bytes = problem.text("payload") == "none" ? 0 : 4 * n_of(problem);
  return 2 * (input_bytes(problem) + payload_bytes);
}

bool keys_have_one_order(const problem& problem) {
  return problem.text("payload") == "none" && !is_floating(element_type_of(problem));
}

std::string keyed_problem_error(const problem& problem) {
  if (n_of(problem) <= std::numeric_limits<std::uint32_t>::max()) return "";
  return "n must be below 2^32: indices are 32 bits";
}

}  // namespace warpmark
