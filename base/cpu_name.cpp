#include "base/cpu_name.hpp"

#include <fstream>

namespace warpmark {

std::optional<std::string> cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return std::nullopt;
}

}  // namespace warpmark
