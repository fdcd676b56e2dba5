#include "bench/compiler/include_scan.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

// "line:form:name" of each.
std::vector<std::string> found(const std::string& source) {
  std::vector<std::string> result;
  for (const auto& use : scan_includes(source)) {
    const char* form = use.directive == include_use::form::include        ? "include"
                       : use.directive == include_use::form::include_next ? "next"
                                                                          : "has";
    result.push_back(std::to_string(use.line) + ":" + form + ":" +
                     (!use.is_literal ? "macro " + use.name
                      : use.is_quoted ? '"' + use.name + '"'
                                      : '<' + use.name + '>'));
  }
  return result;
}

using includes = std::vector<std::string>;

TEST(include_scan, finds_what_preprocessors_find) {
  const includes one = {"1:include:\"a.h\""};
  for (const char* source :
       {"#include \"a.h\"", "#include \"a.h\" // more", " \t\v\f# include\"a.h\"\n",
        "%:include \"a.h\"\n", "#inc\\\nlude \"a.h\"\n", "#inc\\\r\nlude \"a.h\"\r\n",
        "#include \\\n\"a.\\\nh\"\n", "/* */ # /* \n */ include /**/ \"a.h\"\n",
        "%\\\n:include \"a.h\"\n"})
    EXPECT_EQ(found(source), one) << source;
  EXPECT_EQ(found("int x;\n/*\n*/#include <a.h>\n"), (includes{"3:include:<a.h>"}));
  EXPECT_EQ(found("#include_next <a.h>\n#import \"b\"\n#embed \"c\"\n"),
            (includes{"1:next:<a.h>", "2:next:\"b\"", "3:next:\"c\""}));
}

TEST(include_scan, finds_names_that_are_no_literals) {
  EXPECT_EQ(found("#define N \"a.h\"\n#include N\n"), (includes{"2:include:macro N"}));
  EXPECT_EQ(found("#include \"a.h\n"), (includes{"1:include:macro \"a.h"}));
  EXPECT_EQ(found("#include"), (includes{"1:include:macro "}));
}

TEST(include_scan, finds_conditions) {
  EXPECT_EQ(found("#if __has_include(\"a.h\") || __has_include ( <b.h> )\n"),
            (includes{"1:has:\"a.h\"", "1:has:<b.h>"}));
  EXPECT_EQ(found("#if __has_include_next(<a.h>)\n"), (includes{"1:has:<a.h>"}));
  EXPECT_TRUE(
      found("#ifdef __has_include\n#if defined(__has_include) && defined __has_include\n").empty());
  // Under another name it cannot be followed.
  EXPECT_EQ(found("#define H __has_include\n").size(), 1u);
}

TEST(include_scan, passes_over_what_is_no_directive) {
  EXPECT_TRUE(found("// #include \"a.h\"\nx #include \"a.h\"\n \"#include <a>\"\n").empty());
  EXPECT_TRUE(
      found("#includes \"a.h\"\n#define include 1\n#in clude\n#inc\\ \nlude \"a.h\"\n").empty());
  EXPECT_TRUE(found("int my__has_include(int);\n").empty());
}

TEST(include_scan, says_what_can_be_read_in_two_ways) {
  EXPECT_EQ(scan_trouble("#include \"a.h\"\nint x = 'a' ? 1 : 2; // what?"), "");
  EXPECT_NE(scan_trouble(std::string("a\0b", 3)), "");
  EXPECT_NE(scan_trouble("?"
                         "?=include \"a.h\"\n"),
            "");
  EXPECT_NE(scan_trouble("// ?"
                         "?/\n#include \"a.h\"\n"),
            "");
}

}  // namespace
}  // namespace warpmark
