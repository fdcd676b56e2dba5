#include "bench/compiler/own/compile_flags.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/own/shell_words.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

constexpr int max_nested_files = 8;
constexpr std::uint64_t max_options_bytes = std::uint64_t{1} << 20;
constexpr std::size_t max_flags = 20'000;

// What follows an option: a path, or text.
enum class value_kind { path, text };

// An option with a value, attached or as the next word, and how it is spelled for each reader; an
// empty spelling: left out.
struct valued_option {
  std::string_view name;
  value_kind value;
  std::string_view nvcc, clang, nvrtc;
};

constexpr std::array valued_options = {
    valued_option{"-isystem", value_kind::path, "-isystem=", "-isystem", "-I"},
    valued_option{"--system-include", value_kind::path, "-isystem=", "-isystem", "-I"},
    valued_option{"-iquote", value_kind::path, "-I", "-iquote", "-I"},
    valued_option{"-idirafter", value_kind::path, "-isystem=", "-idirafter", "-I"},
    valued_option{"--include-path", value_kind::path, "-I", "-I", "-I"},
    valued_option{"-include", value_kind::path, "-include=", "-include", "-include="},
    valued_option{"--pre-include", value_kind::path, "-include=", "-include", "-include="},
    valued_option{"--define-macro", value_kind::text, "-D", "-D", "-D"},
    valued_option{"--undefine-macro", value_kind::text, "-U", "-U", "-U"},
    valued_option{"--std", value_kind::text, "-std=", "-std=", "-std="},
    valued_option{"-std", value_kind::text, "-std=", "-std=", "-std="},
    valued_option{"-ccbin", value_kind::path, "-ccbin=", "", ""},
    valued_option{"--compiler-bindir", value_kind::path, "-ccbin=", "", ""},
    valued_option{"-Xcompiler", value_kind::text, "-Xcompiler=", "", ""},
    valued_option{"--compiler-options", value_kind::text, "-Xcompiler=", "", ""},
    valued_option{"-maxrregcount", value_kind::text, "-maxrregcount=", "", "-maxrregcount="},
    valued_option{"--maxrregcount", value_kind::text, "-maxrregcount=", "", "-maxrregcount="},
    valued_option{"--cuda-path", value_kind::path, "", "--cuda-path=", ""},
    valued_option{"-I", value_kind::path, "-I", "-I", "-I"},
    valued_option{"-D", value_kind::text, "-D", "-D", "-D"},
    valued_option{"-U", value_kind::text, "-U", "-U", "-U"},
};

// Left out, with the next word.
constexpr std::array dropped_with_value = {std::string_view("-o"),
                                           std::string_view("--output-file"),
                                           std::string_view("-MF"),
                                           std::string_view("-MT"),
                                           std::string_view("-MQ"),
                                           std::string_view("-x"),
                                           std::string_view("--x"),
                                           std::string_view("-gencode"),
                                           std::string_view("--generate-code"),
                                           std::string_view("-arch"),
                                           std::string_view("--gpu-architecture"),
                                           std::string_view("-code"),
                                           std::string_view("--gpu-code"),
                                           std::string_view("-t"),
                                           std::string_view("--threads"),
                                           std::string_view("-Xptxas"),
                                           std::string_view("--ptxas-options"),
                                           std::string_view("-Xlinker"),
                                           std::string_view("-Xcudafe"),
                                           std::string_view("--diag-suppress"),
                                           std::string_view("-diag-suppress"),
                                           std::string_view("-L"),
                                           std::string_view("-l"),
                                           std::string_view("-Xarch_host"),
                                           std::string_view("-target"),
                                           std::string_view("-odir"),
                                           std::string_view("-Werror"),
                                           std::string_view("-Xclang")};

// The options that stay as they are, by their begin, and their spellings.
struct plain_option {
  std::string_view begin;
  std::string_view nvcc, clang, nvrtc;  // "=": as it is.
};

constexpr std::array plain_options = {
    plain_option{"--expt-", "=", "", ""},
    plain_option{"-expt-", "=", "", ""},
    plain_option{"--extended-lambda", "=", "", "="},
    plain_option{"-extended-lambda", "=", "", "="},
    plain_option{"--use_fast_math", "=", "-ffast-math", "="},
    plain_option{"-use_fast_math", "=", "-ffast-math", "="},
    plain_option{"-ffast-math", "--use_fast_math", "=", "--use_fast_math"},
    plain_option{"--ftz=", "=", "", "="},
    plain_option{"-ftz=", "=", "", "="},
    plain_option{"--fmad=", "=", "", "="},
    plain_option{"-fmad=", "=", "", "="},
    plain_option{"--prec-", "=", "", "="},
    plain_option{"-prec-", "=", "", "="},
    plain_option{"--default-stream", "=", "", ""},
    plain_option{"--allow-unsupported-compiler", "=", "", ""},
    plain_option{"-allow-unsupported-compiler", "=", "", ""},
    plain_option{"--relocatable-device-code=", "=", "", "="},
    plain_option{"-rdc=", "=", "", "="},
    plain_option{"-dc", "-rdc=true", "", "-rdc=true"},
    plain_option{"--device-c", "-rdc=true", "", "-rdc=true"},
    plain_option{"-fgpu-rdc", "-rdc=true", "", "-rdc=true"},
    plain_option{"-ffp-contract=", "", "=", ""},
    plain_option{"-fcuda-", "", "=", ""},
    plain_option{"-stdlib=", "", "=", ""},
};

template <class Option>
std::string_view spelling_for(flag_reader reader, const Option& option) {
  return reader == flag_reader::nvcc    ? option.nvcc
         : reader == flag_reader::clang ? option.clang
                                        : option.nvrtc;
}

class command_reader {
 public:
  command_reader(const fs::path& directory, flag_reader reader)
      : directory_(directory), reader_(reader) {}

  void read(const std::vector<std::string>& words, std::size_t begin, int depth) {
    for (std::size_t i = begin; i < words.size(); ++i) {
      const std::string& word = words[i];
      const std::string* next = i + 1 < words.size() ? &words[i + 1] : nullptr;
      if (word.size() > 1 && word.front() == '@') {
        read_file(word.substr(1), depth);
      } else if ((word == "--options-file" || word == "-optf") && next != nullptr) {
        read_file(*next, depth);
        ++i;
      } else if (word.starts_with("--options-file=")) {
        read_file(word.substr(word.find('=') + 1), depth);
      } else if (std::find(dropped_with_value.begin(), dropped_with_value.end(), word) !=
                 dropped_with_value.end()) {
        ++i;
      } else if (const auto used = take_valued(word, next)) {
        i += *used;
      } else {
        take_plain(word);
      }
      if (result_.size() > max_flags)
        throw usage_error(fmt::format("expected at most {} flags in a compile command", max_flags));
    }
  }

  std::vector<std::string> take() { return std::move(result_); }

 private:
  // Commas separate several files.
  void read_file(const std::string& name, int depth) {
    if (depth == max_nested_files)
      throw usage_error(
          fmt::format("{}: more than {} response files within each other", name, max_nested_files));
    const fs::path path = directory_ / name;
    read(shell_words(input::read_text(path, max_options_bytes)), 0, depth + 1);
  }

  // The words beyond this one that belong to the option; nothing if it has no value.
  std::optional<std::size_t> take_valued(const std::string& word, const std::string* next) {
    for (const auto& option : valued_options) {
      if (!word.starts_with(option.name)) continue;
      std::string value = word.substr(option.name.size());
      std::size_t used = 0;
      if (value.empty()) {
        if (next == nullptr) return 0;
        value = *next;
        used = 1;
      } else if (value.front() == '=') {
        value.erase(0, 1);
      } else if (option.name.size() != 2 && option.name != "-isystem" && option.name != "-iquote") {
        continue;  // Another, longer option.
      }
      add(option, value);
      return used;
    }
    return std::nullopt;
  }

  void add(const valued_option& option, std::string value) {
    const std::string_view spelling = spelling_for(reader_, option);
    if (spelling.empty()) return;
    if (option.value == value_kind::path &&
        (option.name != "-ccbin" || value.find('/') != value.npos))
      value = (directory_ / value).lexically_normal().string();
    if (spelling == "-Xcompiler=" && value.find("-W") != value.npos) return;
    if (spelling == "-isystem" || spelling == "-iquote" || spelling == "-idirafter" ||
        spelling == "-include") {
      result_.emplace_back(spelling);
      result_.push_back(std::move(value));
    } else {
      result_.push_back(std::string(spelling) + value);
    }
  }

  void take_plain(const std::string& word) {
    for (const auto& option : plain_options) {
      const bool is_exact = option.begin.back() != '=' && option.begin.back() != '-';
      if (is_exact ? word != option.begin && !word.starts_with(std::string(option.begin) + "=")
                   : !word.starts_with(option.begin))
        continue;
      const std::string_view spelling = spelling_for(reader_, option);
      if (spelling == "=")
        result_.push_back(word);
      else if (!spelling.empty())
        result_.emplace_back(spelling);
      return;
    }
  }

  const fs::path& directory_;
  flag_reader reader_;
  std::vector<std::string> result_;
};

}  // namespace

std::vector<std::string> flags_of_command(const std::vector<std::string>& words,
                                          const fs::path& directory, flag_reader reader) {
  command_reader flags(directory, reader);
  flags.read(words, 1, 0);
  return flags.take();
}

}  // namespace warpmark::compiler
