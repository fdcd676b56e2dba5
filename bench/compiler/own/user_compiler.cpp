#include "bench/compiler/own/user_compiler.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>

#include "base/processes/limited_child.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

constexpr double version_seconds = 20;
constexpr std::size_t version_memory_bytes = std::size_t{1} << 30;
constexpr int newest_clang = 40, oldest_clang = 10;

std::optional<fs::path> found_program(const std::string& name) {
  const auto found = toolkit_programs(name);
  if (found.empty()) return std::nullopt;
  return found.front().path;
}

fs::path path_of_word(const std::string& word) {
  if (word.find('/') != std::string::npos) {
    if (access(word.c_str(), X_OK) == 0 && fs::is_regular_file(word)) return fs::absolute(word);
    throw compiler_unavailable(fmt::format(
        "compiler '{}': no such program; expected nvcc, clang, nvrtc or the path of one", word));
  }
  if (word == "nvcc") {
    if (const auto path = found_program("nvcc")) return *path;
    throw compiler_unavailable(fmt::format(
        "compiler 'nvcc': no program nvcc in $PATH, {}; --compiler /PATH/TO/nvcc names one",
        toolkit_places));
  }
  if (word == "clang") {
    if (const auto path = found_program("clang++")) return *path;
    for (int version = newest_clang; version >= oldest_clang; --version)
      if (const auto path = found_program(fmt::format("clang++-{}", version))) return *path;
    throw compiler_unavailable(
        "compiler 'clang': no program clang++ or clang++-N in $PATH; --compiler /PATH/TO/clang++ "
        "names one");
  }
  if (const auto path = found_program(word)) return *path;
  throw compiler_unavailable(fmt::format(
      "compiler '{}': no such program in $PATH; expected nvcc, clang, nvrtc or a path", word));
}

user_compiler identified_compiler(const std::string& word) {
  user_compiler result{.kind = compiler_kind::nvcc, .path = path_of_word(word), .version = {}};
  const auto outcome = processes::run_limited({result.path.string(), "--version"},
                                              {.seconds = [] { return version_seconds; },
                                               .memory_bytes = version_memory_bytes,
                                               .file_bytes = std::uint64_t{1} << 20,
                                               .abandoned = {}});
  result.version = outcome.output;
  if (outcome.status == 0 && result.version.find("Cuda compiler") != std::string::npos)
    return result;
  result.kind = compiler_kind::clang;
  if (outcome.status == 0 && result.version.find("clang version") != std::string::npos)
    return result;
  throw compiler_unavailable(fmt::format(
      "compiler '{}': --version of {} names neither nvcc nor clang", word, result.path.string()));
}

// The word after `mark`.
std::string word_after(const std::string& text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string::npos) return "";
  const auto begin = at + mark.size();
  return text.substr(begin, text.find_first_of(" \n,", begin) - begin);
}

}  // namespace

std::string user_compiler::name() const {
  if (kind == compiler_kind::nvcc) return "nvcc " + word_after(version, ", V");
  return "clang " + word_after(version, "clang version ");
}

bool is_nvrtc(const std::string& word) { return word.empty() || word == "nvrtc"; }

user_compiler find_user_compiler(const std::string& word) {
  static std::mutex mutex;
  static std::map<std::string, user_compiler> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find(word);
  if (found != known.end()) return found->second;
  return known.emplace(word, identified_compiler(word)).first->second;
}

}  // namespace warpmark::compiler
