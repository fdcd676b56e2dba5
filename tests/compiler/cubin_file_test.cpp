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

}  // namespace
}  // namespace warpmark::compiler
