#include "bench/compiler/cubin_file.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

TEST(cubin_file, refuses_what_is_no_elf_file) {
  const std::string text(200, 'x');
  EXPECT_THROW(cubin_sections(text), std::runtime_error);
  EXPECT_THROW(cubin_sections(std::string("\x7f"
                                          "ELF")),
               std::runtime_error);
}

TEST(cubin_file, what_is_no_elf_file_is_not_relocatable) {
  EXPECT_FALSE(is_relocatable(std::string(200, 'x')));
  EXPECT_FALSE(
      is_relocatable(std::string("\x7f"
                                 "ELF")));
}

}  // namespace
}  // namespace warpmark::compiler
