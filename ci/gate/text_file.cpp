#include "ci/gate/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"

namespace warpmark::gate {

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw usage_error(fmt::format("{}: {}", path.string(), std::strerror(file ? EISDIR : errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

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
