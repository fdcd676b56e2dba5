#include "base/source_tree.hpp"

#include <fstream>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

class closed_tree : public testing::Test {
 protected:
  closed_tree() {
    std::string name = (fs::temp_directory_path() / "warpmark-tree-XXXXXX").string();
    top_ = fs::canonical(mkdtemp(name.data()));
    write("outside/secret.txt", "secret");
    write("tree/a.cu", "a");
    write("tree/sub/b.cu", "b");
    write("overlay/sub/b.cu", "stored b");
  }
  ~closed_tree() override { fs::remove_all(top_); }

  void write(const fs::path& name, const std::string& text) const {
    fs::create_directories((top_ / name).parent_path());
    std::ofstream(top_ / name) << text;
  }

  source_tree tree() const { return source_tree::closed(top_ / "tree", top_ / "overlay"); }

  std::string refusal_of(const fs::path& path, std::size_t max_bytes = 100) const {
    return refusal([&] { tree().read(path, max_bytes); });
  }

  fs::path top_;
};

TEST_F(closed_tree, reads_its_files_and_those_that_stand_in_for_them) {
  EXPECT_EQ(tree().read("a.cu"), "a");
  EXPECT_EQ(tree().read(top_ / "tree" / "sub" / ".." / "a.cu"), "a");
  EXPECT_EQ(tree().read("sub/b.cu"), "stored b");
  EXPECT_EQ(tree().place(top_ / "tree" / "sub" / "b.cu"), "sub/b.cu");
  EXPECT_TRUE(tree().has("a.cu"));
  EXPECT_FALSE(tree().has("sub"));
  EXPECT_FALSE(tree().has("c.cu"));
  EXPECT_EQ(tree().compiled_name("sub/b.cu"), "/warpmark-gate/sub/b.cu");
  EXPECT_EQ(source_tree::place_of_compiled_name("/warpmark-gate/sub/b.cu"), "sub/b.cu");
}

TEST_F(closed_tree, refuses_what_is_outside) {
  EXPECT_EQ(refusal_of("../outside/secret.txt"),
            "../outside/secret.txt: it is outside of the compared tree");
  EXPECT_NE(refusal_of(top_ / "outside" / "secret.txt"), "");
  EXPECT_NE(refusal_of("sub/../../outside/secret.txt"), "");
  EXPECT_NE(refusal_of(""), "");
  EXPECT_FALSE(tree().has("../outside/secret.txt"));
}

TEST_F(closed_tree, follows_links_within_it_and_no_others) {
  fs::create_symlink("a.cu", top_ / "tree" / "inside.cu");
  fs::create_symlink("../outside/secret.txt", top_ / "tree" / "outside.cu");
  fs::create_symlink(top_ / "outside", top_ / "tree" / "folder");
  fs::create_symlink("loop", top_ / "tree" / "loop");
  fs::create_symlink("/dev/zero", top_ / "tree" / "zero");
  EXPECT_EQ(tree().read("inside.cu"), "a");
  EXPECT_EQ(refusal_of("outside.cu"), "outside.cu: a symbolic link that leaves the compared tree");
  EXPECT_NE(refusal_of("folder/secret.txt"), "");
  EXPECT_NE(refusal_of("loop"), "");
  EXPECT_NE(refusal_of("zero"), "");
  EXPECT_FALSE(tree().has("outside.cu"));
}

TEST_F(closed_tree, refuses_gits_files_and_nested_repositories) {
  write("tree/.git/config", "token");
  write("tree/sub/.GIT/config", "token");
  write("tree/module/.git", "gitdir: ../.git/modules/module");
  write("tree/module/c.cu", "c");
  fs::create_symlink(".git/config", top_ / "tree" / "settings");
  EXPECT_EQ(refusal_of(".git/config"), ".git/config: a file of git itself");
  EXPECT_NE(refusal_of("sub/.GIT/config"), "");
  EXPECT_NE(refusal_of("settings"), "");
  EXPECT_NE(refusal_of("module/c.cu").find("another repository"), std::string::npos);
}

TEST_F(closed_tree, refuses_what_is_no_text_file_of_acceptable_size) {
  mkfifo((top_ / "tree" / "pipe").c_str(), 0600);
  write("tree/large", std::string(101, 'x'));
  write("tree/pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
  EXPECT_EQ(refusal_of("pipe"), "pipe: not a regular file");
  EXPECT_EQ(refusal_of("large"), "large: 101 bytes; expected at most 100 bytes");
  EXPECT_EQ(refusal_of("sub"), "sub: Is a directory");
  EXPECT_EQ(refusal_of("c.cu"), "c.cu: No such file or directory");
  EXPECT_NE(refusal_of("pointer"), "");
}

TEST_F(closed_tree, an_open_one_reads_anything) {
  const source_tree anything;
  EXPECT_FALSE(anything.is_closed());
  EXPECT_EQ(anything.read(top_ / "outside" / "secret.txt"), "secret");
  EXPECT_EQ(anything.compiled_name("x/y.cu"), "x/y.cu");
}

}  // namespace
}  // namespace warpmark
