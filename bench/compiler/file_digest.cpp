#include "bench/compiler/file_digest.hpp"

#include <array>

#include "bench/compiler/sha256.hpp"
#include "bench/input/input_file.hpp"

namespace warpmark::compiler {

std::string file_digest(const std::filesystem::path& path) {
  input::input_file file(path);
  sha256 hash;
  std::array<char, 1 << 16> part;
  while (const std::size_t bytes = file.read(part)) hash.part({part.data(), bytes});
  return hash.hex();
}

}  // namespace warpmark::compiler
