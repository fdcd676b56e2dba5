#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpmark {

/// The parts of a point's key, "reduce/strided[type=i32,n=1024][block=256]", in its text.
struct point_key {
  std::string_view path;     ///< "reduce/strided"
  std::string_view problem;  ///< "type=i32,n=1024"
  std::string_view config;   ///< "block=256"

  std::string_view family() const { return path.substr(0, path.find('/')); }
  std::string_view variant() const { return path.substr(path.find('/') + 1); }

  /// As point::problem_key.
  std::string problem_key() const {
    return std::string(family()).append("[").append(problem).append("]");
  }
};

/// Empty for a text without the two brackets.
inline std::optional<point_key> split_key(std::string_view key) {
  const auto first = key.find('['), middle = key.find("][");
  if (first == key.npos || middle == key.npos || first > middle || key.back() != ']')
    return std::nullopt;
  return point_key{key.substr(0, first), key.substr(first + 1, middle - first - 1),
                   key.substr(middle + 2, key.size() - middle - 3)};
}

}  // namespace warpmark
