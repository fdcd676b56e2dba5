#include "simt/ptx/parser.hpp"
#include "simt/ptx/source_table.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// mma.hpp is a header of the toolkit; frag() of the user calls load() of it.
const char* const header_files =
    ".file 2 \"/usr/local/cuda-13.0/include/crt/mma.hpp\"\n"
    ".section .debug_str\n{\n$a:\n.b8 95,90,52,102,114,97,103,105\n.b8 0\n$b:\n"
    ".b8 95,90,52,108,111,97,100,118,0\n}\n";
const char* const in_header =
    ".loc 1 30 1\n.loc 1 12 3, function_name $a, inlined_at 1 30 1\n"
    ".loc 2 91 5, function_name $b, inlined_at 1 12 3\n";

TEST(source_places, the_chain_of_inlined_calls_is_read) {
  const ptx_module module =
      parse_ptx(kernel_around(std::string(in_header) + "add.u32 %r2, %r1, 1;\n.loc 1 31 1\n"
                                                       "add.u32 %r2, %r1, 2;",
                              header_files));
  const auto& body = module.functions.at("k").body;
  const source_place inner = body[body.size() - 3].place, plain = body[body.size() - 2].place;
  const source_table& sources = module.sources;
  EXPECT_EQ(sources.text(inner), "/usr/local/cuda-13.0/include/crt/mma.hpp:91");
  EXPECT_EQ(sources.function(inner), "load()");
  EXPECT_EQ(sources.text(sources.users(inner)), "kernel.cu:12");
  EXPECT_EQ(sources.function(sources.users(inner)), "frag(int)");
  EXPECT_EQ(sources.users_text(inner),
            "kernel.cu:12 (from /usr/local/cuda-13.0/include/crt/mma.hpp:91)");
  EXPECT_EQ(sources.users_text(plain), "kernel.cu:31");
  EXPECT_EQ(plain.call, 0u);
}

TEST(source_places, calls_of_one_function_at_two_places_are_two) {
  const ptx_module module = parse_ptx(kernel_around(
      ".loc 1 30 1\n.loc 1 5 1, function_name $a, inlined_at 1 30 1\nadd.u32 %r2, %r1, 1;\n"
      ".loc 1 33 1\n.loc 1 5 1, function_name $a, inlined_at 1 33 1\nadd.u32 %r2, %r1, 1;\n"
      ".loc 1 30 1\n.loc 1 5 1, function_name $a, inlined_at 1 30 1\nadd.u32 %r2, %r1, 1;"));
  ASSERT_EQ(module.sources.calls.size(), 2u);
  EXPECT_EQ(module.sources.calls[0].from.line, 30);
  EXPECT_EQ(module.sources.calls[1].from.line, 33);
}

TEST(source_places, headers_of_toolkits_and_systems_are_not_the_users) {
  for (const char* path :
       {"/usr/local/cuda/include/cuda_fp16.hpp",
        "/usr/local/cuda/bin/../targets/x86_64-linux/include/crt/mma.hpp",
        "/opt/cuda-12.4/include/cooperative_groups.h", "__nv_nvrtc_builtin_header.h",
        "/x/lib/python3.12/site-packages/nvidia/cu13/include/mma.h", "/usr/include/c++/12/cmath",
        "/usr/lib/llvm-14/lib/clang/14.0.6/include/__clang_cuda_math.h",
        "/home/a/cccl/libcudacxx/include/cuda/std/array"})
    EXPECT_TRUE(is_library_file(path)) << path;
  for (const char* path : {"kernel.cu", "/home/a/include/mine.cuh", "/srv/cuda-kernels/src/k.cu",
                           "../include/reduce.hpp", "/home/cuda/k.cu"})
    EXPECT_FALSE(is_library_file(path)) << path;
}

TEST(source_places, a_refusal_names_the_users_line_and_the_feature) {
  try {
    run_kernel(
        kernel_around(std::string(in_header) + "tcgen05.fence::before_thread_sync;", header_files));
    FAIL();
  } catch (const unsupported_instruction& error) {
    const std::string what = error.what();
    EXPECT_NE(
        what.find("simt: kernel.cu:12 (from /usr/local/cuda-13.0/include/crt/mma.hpp:91) (PTX"),
        std::string::npos)
        << what;
    EXPECT_NE(what.find("kernel k uses tensor memory"), std::string::npos) << what;
    EXPECT_NE(what.find("compile the kernel for sm_90"), std::string::npos) << what;
  }
}

TEST(source_places, a_finding_in_a_header_is_the_users) {
  const auto seen = run_kernel(kernel_around(
      std::string(in_header) + "ld.global.u32 %r2, [%rd4+2];\nst.global.u32 [%rd4], %r2;",
      header_files));
  ASSERT_EQ(seen.findings.size(), 1u);
  EXPECT_EQ(seen.findings[0].file, "kernel.cu");
  EXPECT_EQ(seen.findings[0].line, 12);
  EXPECT_TRUE(seen.findings[0].message.ends_with(
      "; in /usr/local/cuda-13.0/include/crt/mma.hpp:91, called from here"))
      << seen.findings[0].message;
}

TEST(source_places, a_parse_error_names_the_source) {
  const std::string ptx =
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry _Z1kv()\n{\n.reg .b32 "
      "%r<4>;\n"
      ".loc 1 42 1\nadd.u32 %r1, %r1, 1;\nadd.u32 %r1 %r1;\nret;\n}\n.file 1 \"late.cu\"\n";
  try {
    parse_ptx(ptx);
    FAIL();
  } catch (const parse_error& error) {
    const std::string what = error.what();
    EXPECT_TRUE(what.starts_with("PTX line 9:")) << what;
    EXPECT_TRUE(what.ends_with("; the source is late.cu:42, in k()")) << what;
  }
}

TEST(source_places, functions_that_are_missing_are_explained) {
  const std::pair<const char*, const char*> missing[] = {
      {"cudaLaunchDevice",
       "dynamic parallelism (launches from the device), 'call.uni "
       "cudaLaunchDevice': the PTX declares it but does not define it"},
      {"__nv_sinf", "link libdevice into the PTX"},
      {"elsewhere", "a function of another module"}};
  for (const auto& [name, part] : missing) try {
      run_kernel(kernel_around(std::string("call.uni ") + name + ";",
                               std::string(".extern .func ") + name + ";\n"));
      ADD_FAILURE() << name;
    } catch (const unsupported_instruction& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace warpmark::simt
