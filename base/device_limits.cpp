#include "base/device_limits.hpp"

#include <cctype>

namespace warpmark {

namespace {

int number_of(const std::string& architecture) {
  int number = 0;  // 90 of "sm_90a"
  for (const char c : architecture)
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) number = 10 * number + (c - '0');
  return number;
}

}  // namespace

bool has_dependent_launches(const device_limits& limits) {
  return number_of(limits.architecture) >= 90;
}

bool has_clusters(const device_limits& limits) { return number_of(limits.architecture) >= 90; }

}  // namespace warpmark
