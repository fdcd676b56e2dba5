#include "bench/compiler/sealed_includes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"

namespace warpmark {
namespace {

std::string sealed(const std::string& source) {
  return sealed_includes(source, "a.cu",
                         [](const std::string& name, bool) -> std::optional<std::string> {
                           if (name == "known.h") return "/tree/known.h";
                           return std::nullopt;
                         });
}

std::string refusal(const std::string& source) {
  try {
    sealed(source);
    return "";
  } catch (const usage_error& error) {
    return error.what();
  }
}

TEST(sealed_includes, known_names_become_the_trees_and_others_the_toolkits) {
  EXPECT_EQ(sealed("#include \"known.h\" // x\n#include <cuda_fp16.h>\n#include \"math.h\"\n"),
            "#include \"/tree/known.h\" // x\n#include <cuda_fp16.h>\n#include <math.h>\n");
  EXPECT_EQ(sealed("#if __has_include(\"known.h\") && __has_include(\"other.h\")\n"),
            "#if __has_include(\"/tree/known.h\") && __has_include(<other.h>)\n");
  // The next file of a name is never one of the tree.
  EXPECT_EQ(sealed("#include_next \"known.h\"\n"), "#include_next <known.h>\n");
}

TEST(sealed_includes, lines_keep_their_numbers) {
  const std::string source = "#include \"kno\\\nwn.h\"\nint x;\n";
  const std::string result = sealed(source);
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'),
            std::count(source.begin(), source.end(), '\n'));
  EXPECT_NE(result.find("\"/tree/known.h\"\\\n"), std::string::npos);
}

TEST(sealed_includes, refuses_what_leaves_the_tree) {
  EXPECT_EQ(refusal("\n#include \"/etc/passwd\"\n"),
            "a.cu:2: '#include \"/etc/passwd\"': it is outside of the compared tree");
  EXPECT_NE(refusal("#include </etc/passwd>\n"), "");
  EXPECT_NE(refusal("#include <../../etc/passwd>\n"), "");
  EXPECT_NE(refusal("#include \"x/../../passwd\"\n"), "");
  EXPECT_NE(refusal("#if __has_include(\"/etc/passwd\")\n"), "");
  EXPECT_NE(refusal("#include NAME\n"), "");
  EXPECT_EQ(refusal("#include \"a..b/c.h\"\n"), "");
}

}  // namespace
}  // namespace warpmark
