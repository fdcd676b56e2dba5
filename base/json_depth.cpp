#include "base/json_depth.hpp"

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/usage_error.hpp"

namespace warpmark::input {

void require_shallow_json(std::string_view text, const std::string& place) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > max_json_depth)
        throw usage_error(
            fmt::format("{}: more than {} nested arrays and objects", place, max_json_depth));
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
}

}  // namespace warpmark::input
