// Kernels that launch kernels: linked with the device's runtime before they are loaded.

#include <cstdlib>
#include <elf.h>
#include <filesystem>
#include <fstream>

#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

namespace fs = std::filesystem;

class linking : public fake_driver {
 protected:
  linking() : runtime_(fs::temp_directory_path() / ("warpmark-devrt-" + std::to_string(getpid()))) {
    std::ofstream(runtime_) << "!<arch>\n";
    setenv("WARPMARK_CUDADEVRT", runtime_.c_str(), 1);
  }
  ~linking() override {
    unsetenv("WARPMARK_CUDADEVRT");
    fs::remove(runtime_);
  }

  // The header of a cubin of that ELF type is all that is read.
  static compiler::compiled_kernel of_type(std::uint16_t type) {
    compiler::compiled_kernel kernel = compiled("parent");
    Elf64_Ehdr header{};
    std::copy_n(ELFMAG, SELFMAG, header.e_ident);
    header.e_type = type;
    const char* bytes = reinterpret_cast<const char*>(&header);
    kernel.cubin.assign(bytes, bytes + sizeof header);
    return kernel;
  }

  fs::path runtime_;
};

TEST_F(linking, a_relocatable_cubin_is_linked_with_the_runtime_and_then_loaded) {
  machine().load(of_type(ET_REL));
  EXPECT_EQ(fake.linked, (std::vector<std::string>{"0 parent", "4 " + runtime_.string()}));
  EXPECT_EQ(fake.loaded_images.back(), "linked");
  EXPECT_EQ(fake.live_links, 0u);
}

TEST_F(linking, what_is_executable_is_loaded_as_it_is) {
  machine().load(of_type(ET_EXEC));
  EXPECT_TRUE(fake.linked.empty());
  EXPECT_NE(fake.loaded_images.back(), "linked");
}

TEST_F(linking, without_the_runtime_the_kernel_is_unsupported_and_says_why) {
  setenv("WARPMARK_CUDADEVRT", "/nonexistent/libcudadevrt.a", 1);
  const std::string said = message_of<unsupported_kernel>([&] { machine().load(of_type(ET_REL)); });
  EXPECT_NE(said.find("parent launches kernels, for which libcudadevrt.a is needed"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("there is no /nonexistent/libcudadevrt.a"), std::string::npos) << said;
}

TEST_F(linking, a_failure_names_the_call_and_leaves_nothing_behind) {
  for (const char* call : {"cuLinkCreate", "cuLinkAddData", "cuLinkAddFile", "cuLinkComplete"}) {
    fake.failing = {{call, 2}};
    const std::string said = message_of<device_error>([&] { machine().load(of_type(ET_REL)); });
    EXPECT_TRUE(said.starts_with(call)) << said;
    EXPECT_EQ(fake.live_links, 0u) << call;
  }
  EXPECT_EQ(fake.live_modules, 0u);
}

}  // namespace
}  // namespace warpmark::cuda
