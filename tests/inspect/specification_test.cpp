#include <gtest/gtest.h>

#include "bench/inspect/specification_file.hpp"
#include "tests/refusal.hpp"

namespace warpmark::inspect {
namespace {

const std::string good = R"toml(
seed = 7
arch = "sm_90"
file = "a.cu"
[compile]
defines = ["N=4"]
lines = [[1, 20]]
[[buffer]]
name = "in"
type = "f32"
count = [32, 16]
init = "uniform(0,1)"
[[constant]]
name = "weights"
type = "f32"
count = 4
init = 1.5
[[launch]]
entry = "k<256, float>"
grid = "64x2"
block = [256, 1]
shared = 1024
repeat = 2
programmatic = true
args = ["@in+4", "out:f32[1]=zeros", "i32=5"]
[[launch]]
file = "sub/b.cu"
entry = "second"
grid = 1
block = 32
args = ["@out"]
[[output]]
buffer = "out"
compare = "tolerance"
relative = 1e-5
)toml";

specification parse(const std::string& text) { return parse_specification(text, "dir/spec.toml"); }

TEST(specifications, are_read_whole) {
  const specification found = parse(good);
  EXPECT_EQ(found.seed, 7u);
  EXPECT_EQ(found.architecture, "sm_90");
  EXPECT_EQ(found.compile.lines, (std::vector<line_range>{{1, 20}}));
  ASSERT_EQ(found.buffers.size(), 2u);
  EXPECT_EQ(found.buffers[0].shape, (std::vector<std::uint64_t>{32, 16}));
  ASSERT_EQ(found.launches.size(), 2u);
  EXPECT_EQ(found.launches[0].file, "dir/a.cu");
  EXPECT_EQ(found.launches[0].shape.grid, (extent3{64, 2, 1}));
  EXPECT_EQ(found.launches[0].repeat, 2u);
  EXPECT_TRUE(found.launches[0].shape.programmatic);
  EXPECT_FALSE(found.launches[1].shape.programmatic);
  EXPECT_EQ(found.launches[1].file, "dir/sub/b.cu");
  ASSERT_EQ(found.symbols.size(), 1u);
  EXPECT_EQ(found.symbols[0].contents.initial.parameters[0].real, 1.5);
  EXPECT_EQ(found.symbols[0].file, "dir/a.cu");
  ASSERT_EQ(found.outputs.size(), 1u);
  EXPECT_FALSE(found.outputs[0].exact);
}

TEST(specifications, refusals_name_the_place) {
  const auto refused = [](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return refusal([&] { parse(text); });
  };
  EXPECT_TRUE(contains(refused("seed = 7", "seed = -7"), "seed: -7 is below 0"));
  EXPECT_TRUE(
      contains(refused("seed = 7", "sead = 7"), "unknown key 'sead' (did you mean 'seed'?)"));
  EXPECT_TRUE(contains(refused("sm_90", "sm80"), "'sm80': expected"));
  EXPECT_TRUE(
      contains(refused("entry = \"k<256, float>\"\n", ""), "[[launch]] 1: 'entry' is missing"));
  EXPECT_TRUE(contains(refused("grid = 1\n", ""), "[[launch]] 2: 'grid' is missing"));
  EXPECT_TRUE(contains(refused("grid = 1\n", "grid = 0\n"), "grid '0'"));
  EXPECT_TRUE(contains(refused("\"@out\"", "\"@uot\""), "no buffer 'uot' (did you mean 'out'?)"));
  EXPECT_TRUE(contains(refused("@in+4", "@in+4000"), "has 2048 bytes"));
  EXPECT_TRUE(contains(refused("uniform(0,1)", "unifrom"), "[[buffer]] 1 (in): no initial value"));
  EXPECT_TRUE(contains(refused("out:f32", "in:f32"), "two buffers named 'in'"));
  EXPECT_TRUE(contains(refused("\"tolerance\"", "\"close\""), "compare: 'close'"));
  EXPECT_TRUE(contains(refused("[[1, 20]]", "[[20, 1]]"), "lines"));
  EXPECT_TRUE(contains(refused("i32=5", "i32=five"), "[[launch]] 1: argument 'i32=five'"));
  EXPECT_TRUE(contains(refused("seed = 7", "seed = "), "dir/spec.toml:2:"));
  EXPECT_TRUE(contains(refusal([] { parse(""); }), "no launch"));
}

TEST(specifications, misspelt_keys_are_named_before_what_is_missing) {
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"entry", "entrie"}, {"type", "tipe"},  {"grid", "grit"},
      {"name", "naem"},    {"init", "initt"}, {"compare", "compar"}};
  for (const auto& [right, wrong] : changes) {
    std::string text = good;
    text.replace(text.find(right), right.size(), wrong);
    EXPECT_TRUE(contains(refusal([&] { parse(text); }),
                         "unknown key '" + wrong + "' (did you mean '" + right + "'?)"));
  }
}

TEST(specifications, keys_of_any_depth_and_length_are_refused) {
  std::string deep;
  for (int i = 0; i < 400'000; ++i) deep += "a.";
  for (const auto& text : {deep + "a = 1", "[" + deep + "a]", "x = {" + deep + "a = 1}"})
    EXPECT_TRUE(
        contains(refusal([&] { parse(text); }), "spec.toml:1: a key of more than 32 parts"));
  EXPECT_TRUE(contains(refusal([] { parse("x = " + std::string(100'000, '[')); }), "nested"));
  EXPECT_TRUE(contains(refusal([] { parse(std::string(1 << 20, 'k') + " = 1"); }), "unknown key"));
}

TEST(specifications, dots_in_texts_and_comments_are_none_of_keys) {
  const std::string dots(1000, '.'), escaped = "\\\"" + dots;
  for (const auto& text :
       {"\"" + dots + escaped + "\"", "'" + dots + "\\'",
        "\"\"\"\"" + dots + "\n" + escaped + "\"\"\"", "'''\n'" + dots + "'''", "1 # \"" + dots})
    EXPECT_TRUE(contains(refusal([&] { parse("x = " + text); }), "unknown key 'x'")) << text;
}

}  // namespace
}  // namespace warpmark::inspect
