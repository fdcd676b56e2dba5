#include "bench/compiler/sealed_includes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"

namespace warpmark {
namespace {

std::string sealed(const std::string& source) {
  return sealed_includes(source, "a.cu",
                         [](const std::string& name, bool) -> std::optional<std::string> {
                           if (name == "known.h") return "/tree/known.h";
                           return std::nullopt;
                         });
}

std::string refusal_to_seal(const std::string& source) {
  return refusal([&] { sealed(source); });
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
  EXPECT_EQ(refusal_to_seal("\n#include \"/etc/passwd\"\n"),
            "a.cu:2: '#include \"/etc/passwd\"': it is outside of the compared tree");
  EXPECT_NE(refusal_to_seal("#include </etc/passwd>\n"), "");
  EXPECT_NE(refusal_to_seal("#include <../../etc/passwd>\n"), "");
  EXPECT_NE(refusal_to_seal("#include \"x/../../passwd\"\n"), "");
  EXPECT_NE(refusal_to_seal("#if __has_include(\"/etc/passwd\")\n"), "");
  EXPECT_NE(refusal_to_seal("#include NAME\n"), "");
  EXPECT_EQ(refusal_to_seal("#include \"a..b/c.h\"\n"), "");
}

}  // namespace
}  // namespace warpmark
