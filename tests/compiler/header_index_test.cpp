#include "bench/compiler/header_index.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

using names = std::vector<std::string>;

names names_of(const std::vector<const header_text*>& headers) {
  names result;
  for (const auto* header : headers) result.push_back(header->name);
  return result;
}

const std::vector<header_text> headers = {{"zip.cuh", "#include <pair.cuh>\n"},
                                          {"pair.cuh", "#include \"zip.cuh\"\n"},
                                          {"loop.cuh", "for (i < n; j > k)"},
                                          {"a/scale.cuh", "#define BY \"loop.cuh\"\n"}};

TEST(header_index, finds_headers_of_headers_once_and_sorted) {
  const header_index index(headers);
  EXPECT_EQ(names_of(index.used_by("#include \"zip.cuh\"")), (names{"pair.cuh", "zip.cuh"}));
  EXPECT_EQ(names_of(index.used_by("#include <a/scale.cuh>")), (names{"a/scale.cuh", "loop.cuh"}));
  EXPECT_EQ(names_of(index.used_by("\"pair.cuh\" <loop.cuh>")),
            (names{"loop.cuh", "pair.cuh", "zip.cuh"}));
}

TEST(header_index, needs_the_whole_name_between_marks_of_a_kind) {
  const header_index index(headers);
  for (const char* text : {"", "loop.cuh", "\"loop.cuh", "\"loop.cuh>", "<loop.cuh\"",
                           "\"scale.cuh\"", "<a/loop.cuh>", "\"loop.cuh \""})
    EXPECT_EQ(names_of(index.used_by(text)), names{}) << text;
  EXPECT_EQ(names_of(index.used_by("x < y \"\"<<loop.cuh>>\"")), names{"loop.cuh"});
}

TEST(header_index, gives_all_headers_where_options_or_files_may_include_any) {
  const header_index index(headers);
  const names all = {"zip.cuh", "pair.cuh", "loop.cuh", "a/scale.cuh"};
  compile_request request{.name = "x.cu", .source = "#include <loop.cuh>", .expression = "x"};
  EXPECT_EQ(names_of(index.needed_by(request)), names{"loop.cuh"});
  request.included = "a digest";
  EXPECT_EQ(names_of(index.needed_by(request)), all);
  request.included.clear();
  request.options = {"-Iinclude"};
  EXPECT_EQ(names_of(index.needed_by(request)), all);
}

TEST(header_index, has_no_headers_to_give_where_there_are_none) {
  const std::vector<header_text> none;
  EXPECT_EQ(names_of(header_index(none).used_by("\"\" <>")), names{});
}

}  // namespace
}  // namespace warpmark::compiler
