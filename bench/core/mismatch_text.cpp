#include "bench/core/mismatch_text.hpp"

#include <fmt/format.h>

namespace warpmark {

std::string mismatch_text(const oracle_result& oracle_result, const std::string& buffer) {
  return fmt::format("{}[{}] is {}, expected {}", buffer, oracle_result.first_bad_index,
                     oracle_result.got, oracle_result.expected);
}

}  // namespace warpmark
