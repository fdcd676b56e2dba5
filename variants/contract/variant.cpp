#include "variants/contract/variant.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpmark {

std::string published_fault::catchers() const {
  return fmt::format("{}", fmt::join(caught_by, ", "));
}

std::string variant::unavailable_on(std::string_view backend) const {
  if (std::find(backends.begin(), backends.end(), backend) == backends.end())
    return fmt::format("runs on backend {}, not on {}", fmt::join(backends, " and "), backend);
  return missing();
}

}  // namespace warpmark
