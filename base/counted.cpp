#include "base/counted.hpp"

#include <fmt/format.h>

namespace warpmark {

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace warpmark
