#include "ci/gate/sides/compile_fault.hpp"

#include <charconv>

namespace warpmark::gate {

source_place place_of_error(const side& side, const std::string& message) {
  for (const char* mark : {"): error", "): catastrophic error", "): fatal error"}) {
    const auto close = message.find(mark);
    const auto open = close == std::string::npos ? close : message.rfind('(', close);
    if (open == std::string::npos) continue;
    int line = 0;
    const auto [stop, trouble] =
        std::from_chars(message.data() + open + 1, message.data() + close, line);
    if (trouble != std::errc{} || stop != message.data() + close || line < 1) continue;
    // The message may have a prefix before the name, and the name may contain blanks.
    std::string name = message.substr(0, open);
    for (;;) {
      const std::string place = side.place_of(name);
      if (side.has(place)) return {place, line};
      const auto blank = name.find(' ');
      if (blank == std::string::npos) break;
      name.erase(0, blank + 1);
    }
  }
  return {};
}

}  // namespace warpmark::gate
