// Kernels without machine code: the driver compiles their PTX.

#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class ptx : public fake_driver {
 protected:
  static compiler::compiled_kernel kernel() {
    compiler::compiled_kernel kernel = compiled("k");
    kernel.cubin.clear();
    kernel.ptx = ".version 9.9\n.target sm_100a\n";
    return kernel;
  }
  std::string refused(int code, const std::string& log = "") {
    fake.failing = {{"cuModuleLoadDataEx", code}};
    fake.compiler_log = log;
    try {
      machine().load(kernel());
    } catch (const compiler::compile_error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ptx, is_compiled_by_the_driver_which_reports_the_resources) {
  compiler::compiled_kernel with_limit = kernel();
  with_limit.max_registers = 40;
  const auto handle = machine().load(with_limit);
  EXPECT_EQ(fake.loaded_images.back(), ".versi");
  EXPECT_EQ(fake.max_registers, 40u);
  const auto found = machine().driver_resources(handle);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->registers, 40);
  EXPECT_EQ(found->static_shared_bytes, 10u);
  EXPECT_FALSE(machine().driver_resources(machine().load(compiled("other"))));
}

TEST_F(ptx, that_the_driver_cannot_compile_is_refused_with_its_reason) {
  EXPECT_EQ(refused(222),
            "the driver cannot compile the PTX of k: its PTX version 9.9 is newer than this driver "
            "(CUDA 12.9); expected a newer driver, or PTX of an older compiler");
  EXPECT_EQ(refused(209),
            "the driver cannot compile the PTX of k: its PTX for sm_100a does not run on this "
            "card");
  EXPECT_NE(refused(218, "warning: slow\nptxas application ptx input, line 7; error : Bad\n")
                .find("line 7; error : Bad"),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark::cuda
