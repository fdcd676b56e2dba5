// A kernels file with any damage is read, or refused with one line; nothing else.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/kernels_file/family_of.hpp"
#include "variants/contract/distribution.hpp"

namespace warpmark::kernels_file {
namespace {

namespace fs = std::filesystem;

const fs::path example = fs::path(WARPMARK_SOURCE_DIR) / "examples/convolution";

class damaged_file : public ::testing::Test {
 protected:
  damaged_file() : folder_(fs::temp_directory_path() / ("warpmark-damaged-" + pid())) {
    fs::create_directories(folder_);
    fs::copy_file(example / "convolution.cu", folder_ / "convolution.cu",
                  fs::copy_options::overwrite_existing);
    std::ifstream file(example / "kernels.toml");
    text_.assign(std::istreambuf_iterator<char>(file), {});
  }
  ~damaged_file() override { fs::remove_all(folder_); }
  static std::string pid() { return std::to_string(::getpid()); }

  // "" for a file that is sound, else the refusal.
  std::string read(const std::string& text) const {
    const fs::path path = folder_ / "kernels.toml";
    std::ofstream(path) << text;
    try {
      for (auto& item : read_descriptions(path)) {
        const auto what = std::make_shared<const description>(std::move(item));
        family_of(what);
        variants_of(what);
      }
      return "";
    } catch (const usage_error& error) {
      return error.what();
    }
  }

  // Whether the file is refused; then it must be with one line that names the file.
  bool is_refused(const std::string& text) const {
    const std::string refusal = read(text);
    if (refusal.empty()) return false;
    EXPECT_NE(refusal.find("kernels.toml"), std::string::npos) << refusal;
    EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
    return true;
  }

  fs::path folder_;
  std::string text_;
};

TEST_F(damaged_file, misspelt_keys_are_named_before_what_is_missing) {
  const std::vector<std::pair<std::string, std::string>> changes = {{"name", "nmae"},
                                                                    {"entry", "entrie"},
                                                                    {"grid", "grit"},
                                                                    {"role", "rol"},
                                                                    {"length", "lenght"}};
  for (const auto& [right, wrong] : changes) {
    std::string text = text_;
    text.replace(text.find("\n" + right) + 1, right.size(), wrong);
    const std::string why = read(text);
    EXPECT_NE(why.find("unknown key '" + wrong + "' (did you mean '" + right + "'?)"),
              std::string::npos)
        << why;
  }
}

TEST_F(damaged_file, the_example_is_sound) { EXPECT_EQ(read(text_), ""); }

TEST_F(damaged_file, no_damage_to_a_byte_goes_further_than_a_refusal) {
  const std::string bytes = "\"'[]{}()=,.@#\n 0179-+*^ax_\\\xff";
  int refused = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    std::string damaged = text_;
    const std::size_t at = random_word(1, i) % damaged.size();
    const char with = bytes[random_word(2, i) % bytes.size()];
    switch (i % 3) {
      case 0:
        damaged[at] = with;
        break;
      case 1:
        damaged.insert(at, 1, with);
        break;
      default:
        damaged.erase(at, 1 + random_word(3, i) % 40);
    }
    refused += is_refused(damaged) ? 1 : 0;
  }
  EXPECT_GT(refused, 500);
}

TEST_F(damaged_file, every_cut_is_read_or_refused_with_one_line) {
  std::size_t refused = 0, cuts = 0;
  for (std::size_t length = 0; length < text_.size(); length += 7, ++cuts)
    refused += is_refused(text_.substr(0, length)) ? 1 : 0;
  EXPECT_TRUE(is_refused("")) << "a file of no kernels";
  EXPECT_TRUE(is_refused(text_.substr(0, text_.find("[[") + 2)));
  EXPECT_GT(refused, cuts / 2);
}

}  // namespace
}  // namespace warpmark::kernels_file
