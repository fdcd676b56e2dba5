#include "base/device_limits.hpp"

#include <cctype>

namespace warpmark {

bool has_dependent_launches(const device_limits& limits) {
  int number = 0;  // 90 of "sm_90a"
  for (const char c : limits.architecture)
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) number = 10 * number + (c - '0');
  return number >= 90;
}

}  // namespace warpmark
