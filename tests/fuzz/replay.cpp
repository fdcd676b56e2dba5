// Runs a fuzz target over the files of folders, with any compiler: what once crashed stays fixed.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "tests/fuzz/fuzz_target.hpp"

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      fmt::print("{}\n", entry.path().filename().string());
      std::fflush(stdout);  // So that the last line names the one that crashes.
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
      ++count;
    }
  fmt::print("{} inputs\n", count);
  return count == 0 ? 1 : 0;
}
