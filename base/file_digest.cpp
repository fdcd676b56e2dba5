#include "base/file_digest.hpp"

#include <array>

#include "base/input_file.hpp"
#include "base/sha256.hpp"

namespace warpmark::compiler {

std::string file_digest(const std::filesystem::path& path) {
  input::input_file file(path);
  sha256 hash;
  std::array<char, 1 << 16> part;
  while (const std::size_t bytes = file.read(part)) hash.part({part.data(), bytes});
  return hash.hex();
}

}  // namespace warpmark::compiler
