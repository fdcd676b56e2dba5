// Machine code of programs, without a disassembler. The images are those of device_image_test.cpp.

#include "bench/compiler/program_code.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/compiler/linked_cubin.hpp"

namespace warpmark::compiler {
namespace {

std::string bytes_of(const std::string& name) {
  std::ifstream from(std::string(DEVICE_IMAGES) + "/" + name, std::ios::binary);
  std::ostringstream text;
  text << from.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

program_code code_of(const std::string& name) {
  return program_code::of_bytes(bytes_of(name), name);
}

// The place of a kernel's machine code in a cubin.
std::size_t place_of_code(const std::string& cubin, const std::string& kernel) {
  const auto code = linked_cubin(cubin).code(kernel);
  return static_cast<std::size_t>(code.data() - cubin.data());
}

constexpr const char* twice = "_Z5scaleILi2EEvPfi";
constexpr const char* thrice = "_Z5scaleILi3EEvPfi";

TEST(program_code, has_the_kernels_of_a_cubin_with_their_resources) {
  const auto code = code_of("scale.cubin");
  ASSERT_EQ(code.kernels().size(), 2u);
  for (const auto& kernel : code.kernels()) {
    EXPECT_TRUE(kernel.name == twice || kernel.name == thrice) << kernel.name;
    EXPECT_EQ(target_text(kernel.target), "sm_80");
    EXPECT_GE(kernel.resources.registers, 6);
    EXPECT_LE(kernel.resources.registers, 16);
    EXPECT_EQ(kernel.resources.stack_bytes, 0u);
    EXPECT_EQ(kernel.resources.static_shared_bytes, 0u);
    EXPECT_EQ(kernel.resources.constant_bytes, 352u + 12u);  // Parameters: a pointer, an int.
    EXPECT_EQ(kernel.resources.code_bytes % 16, 0u);
  }
  EXPECT_TRUE(code.host_hash().empty()) << "a cubin has no host code";
}

TEST(program_code, kernels_differ_by_their_own_code_alone) {
  const auto code = code_of("scale.cubin");
  EXPECT_NE(code.kernels()[0].own_hash, code.kernels()[1].own_hash);
  EXPECT_EQ(code.kernels()[0].shared_hash, code.kernels()[1].shared_hash);
  // The same source with line information: the same code.
  const auto with_lines = code_of("scale_lineinfo.cubin");
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(code.kernels()[i].own_hash, with_lines.kernels()[i].own_hash);
}

TEST(program_code, one_changed_instruction_changes_one_kernel) {
  std::string cubin = bytes_of("scale.cubin");
  const auto before = program_code::of_bytes(cubin, "before");
  cubin[place_of_code(cubin, twice) + 40] ^= 1;
  const auto after = program_code::of_bytes(cubin, "after");
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(before.kernels()[i].own_hash == after.kernels()[i].own_hash,
              before.kernels()[i].name == thrice);
}

TEST(program_code, is_the_same_in_a_fat_binary) {
  const auto cubin = code_of("scale.cubin"), container = code_of("scale_machine_code.fatbin");
  ASSERT_EQ(container.kernels().size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(container.kernels()[i].own_hash, cubin.kernels()[i].own_hash);
    EXPECT_FALSE(container.cubin_of(container.kernels()[i]).empty());
  }
}

TEST(program_code, ptx_is_compared_without_comments_in_every_compression_mode) {
  const auto plain = code_of("scale_none.fatbin");
  ASSERT_EQ(plain.texts().size(), 3u);
  EXPECT_TRUE(plain.kernels().empty());
  for (const char* name : {"scale_size.fatbin", "scale_speed.fatbin"}) {
    const auto other = code_of(name);
    ASSERT_EQ(other.texts().size(), 3u) << name;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(other.texts()[i].hash, plain.texts()[i].hash);
  }
}

TEST(program_code, this_program_has_host_code_and_names_its_libraries) {
  const auto code = program_code::of_file("/proc/self/exe");
  EXPECT_FALSE(code.host_hash().empty());
  EXPECT_FALSE(code.libraries().empty());
}

TEST(program_code, names_of_anonymous_namespaces_are_stable) {
  EXPECT_EQ(stable_symbol("_ZN36_GLOBAL__N__8722a6b0_4_a_cu_73fc6ea76hiddenEPfi"),
            "_ZN36_GLOBAL__N__00000000_4_a_cu_000000006hiddenEPfi");
  EXPECT_EQ(stable_symbol("_GLOBAL__N__8722a6b0_4_a_cu_73fc6ea7"),
            "_GLOBAL__N__00000000_4_a_cu_00000000");
  EXPECT_EQ(stable_symbol("_INTERNAL_8722a6b0_4_a_cu_73fc6ea7::x"),
            "_INTERNAL_00000000_4_a_cu_00000000::x");
  for (const char* same : {"_Z5scaleILi2EEvPfi", "_GLOBAL__N__", "_GLOBAL__N__8722a6b", ""})
    EXPECT_EQ(stable_symbol(same), same);
  EXPECT_EQ(stable_symbol("_GLOBAL__N__8722a6b0_99999_a"), "_GLOBAL__N__00000000_99999_a");
}

TEST(program_code, what_is_no_program_is_refused_by_name) {
  for (const std::string text : {"", "int main() {}", "\x7f"}) try {
      program_code::of_bytes(text, "thing");
      ADD_FAILURE() << text;
    } catch (const usage_error& error) {
      EXPECT_EQ(std::string(error.what()).find("thing: no device code; expected"), 0u);
    }
}

// A damaged file has other kernels or is refused; nothing else happens.
TEST(program_code, a_damaged_file_is_read_or_refused) {
  for (const char* name : {"scale.cubin", "scale_machine_code.fatbin", "scale_speed.fatbin"}) {
    const std::string whole = bytes_of(name);
    for (std::size_t at = 0; at < whole.size(); at += 7) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 0xff);
      for (const auto& text : {changed, whole.substr(0, at)}) try {
          program_code::of_bytes(text, name);
        } catch (const usage_error& error) {
          EXPECT_NE(std::string(error.what()), "");
        }
    }
  }
}

}  // namespace
}  // namespace warpmark::compiler
