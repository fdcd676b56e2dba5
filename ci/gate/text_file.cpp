#include "ci/gate/text_file.hpp"

#include <sstream>

#include "base/input_file.hpp"

namespace warpmark::gate {

std::string text_of_file(const std::filesystem::path& path) { return input::read_text(path); }

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream from(text);
  for (std::string line; std::getline(from, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace warpmark::gate
