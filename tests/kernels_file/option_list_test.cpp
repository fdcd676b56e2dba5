#include "bench/kernels_file/option_list.hpp"

#include <gtest/gtest.h>

namespace warpmark::kernels_file {
namespace {

TEST(option_list, allows_what_changes_code) {
  for (const char* text :
       {"-maxrregcount=32", "--maxrregcount=32", "--use_fast_math", "-use_fast_math", "-fmad=false",
        "--ftz=true", "-DTILE=16", "-DPATH=\"/x\"", "-UFAST", "-lineinfo", "--std=c++20",
        "-rdc=true", "--ptxas-options=-dlcm=cg", "--ptxas-options=-v,-O2", "-Xptxas=-O3"})
    EXPECT_EQ(option_error(text), "") << text;
}

TEST(option_list, refuses_what_names_files_and_what_is_unknown) {
  for (const char* text : {"-I/etc",
                           "-I",
                           "--include-path=/etc",
                           "--pre-include=/etc/passwd",
                           "-include=/etc/passwd",
                           "--ptxas-options=--options-file=/etc/passwd",
                           "--ptxas-options=-v,-o,x",
                           "-Xptxas=@file",
                           "--ptxas-options=",
                           "--time=x.csv",
                           "--fdevice-time-trace=x",
                           "--use-pch=x",
                           "--pch-dir=x",
                           "-maxrregcount=/etc/passwd",
                           "32",
                           "maxrregcount=32",
                           "",
                           "-",
                           "--",
                           "@file",
                           "-D",
                           "-DX=1\n#include \"x\"",
                           "-std=c++17,-I/etc"})
    EXPECT_NE(option_error(text), "") << text;
  EXPECT_NE(option_error("-I/etc").find("'include'"), std::string::npos);
}

}  // namespace
}  // namespace warpmark::kernels_file
