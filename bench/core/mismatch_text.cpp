#include "bench/core/mismatch_text.hpp"

#include <fmt/format.h>

namespace warpmark {

std::string mismatch_text(const verdict& verdict, const std::string& buffer) {
  return fmt::format("{}[{}] is {}, expected {}", buffer, verdict.first_bad_index, verdict.got,
                     verdict.expected);
}

}  // namespace warpmark
