#include "bench/kernels_file/source_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "bench/compiler/sha256.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/inspect/source.hpp"
#include "bench/inspect/toml_reader.hpp"

namespace warpmark::kernels_file {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path, const std::string& where) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path))
    throw usage_error(
        fmt::format("{}: {}: {}", where, path.string(), std::strerror(file ? EISDIR : errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// What follows "#include" in a line; empty if it is no such line.
std::string_view included_by(std::string_view line) {
  line = without_blanks(line);
  if (!line.starts_with('#')) return {};
  line = without_blanks(line.substr(1));
  constexpr std::string_view word = "include";
  return line.starts_with(word) ? without_blanks(line.substr(word.size())) : std::string_view();
}

// Walks what a text includes, and feeds each file to the hash once.
class include_walk {
 public:
  include_walk(const std::vector<fs::path>& folders, const std::string& where,
               compiler::sha256& hash)
      : folders_(folders), where_(where), hash_(hash) {}

  void follow(const std::string& text, const fs::path& name) {
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::string_view wanted = included_by(line);
      if (wanted.empty()) continue;
      const char end = wanted[0] == '<' ? '>' : wanted[0] == '"' ? '"' : '\0';
      const auto stop = end == '\0' ? std::string_view::npos : wanted.find(end, 1);
      if (stop == std::string_view::npos)
        throw usage_error(fmt::format(
            "{}: {}:{}: '#include {}': right would be a file in quotes or <>, so that a change of "
            "it is seen",
            where_, name.string(), number, wanted));
      find(std::string(wanted.substr(1, stop - 1)), name.parent_path());
    }
  }

 private:
  void find(const std::string& name, const fs::path& beside) {
    std::vector<fs::path> candidates = {beside / name};
    for (const auto& folder : folders_) candidates.push_back(folder / name);
    std::error_code unknown;
    for (const auto& each : candidates) {
      if (!fs::is_regular_file(each, unknown)) continue;
      if (!seen_.insert(each.lexically_normal().string()).second) return;
      const std::string text = read_text(each, where_);
      hash_.field(name).field(text);
      follow(text, each);
      return;
    }
  }

  const std::vector<fs::path>& folders_;
  const std::string& where_;
  compiler::sha256& hash_;
  std::set<std::string> seen_;
};

}  // namespace

std::string digest_of(const fs::path& path, const std::string& where) {
  compiler::sha256 hash;
  return hash.part(read_text(path, where)).hex();
}

std::shared_ptr<const outside_source> source_files::get(const fs::path& path,
                                                        const inspect::compile_settings& settings,
                                                        const std::string& where) {
  // Prelude and the like are the family's, so a path and its include folders tell sources apart.
  std::string key = path.string();
  for (const auto& each : settings.include_folders) key += "\n" + each.string();
  auto& known = known_[key];
  if (known) return known;
  auto made = std::make_shared<outside_source>();
  inspect::in_place(where, [&] {
    const auto prepared = inspect::read_source(path, settings);
    made->name = prepared.name;
    made->text = prepared.text;
  });
  compiler::sha256 hash;
  hash.field(made->text);
  include_walk(settings.include_folders, where, hash).follow(made->text, path);
  made->digest = hash.hex();
  for (const auto& each : inspect::headers_of(settings))
    made->headers.emplace_back(each.name, each.text);
  return known = made;
}

std::vector<file_record> source_files::files() const {
  std::vector<file_record> result;
  for (const auto& [key, source] : known_)
    if (source) result.push_back({source->name, source->digest});
  return result;
}

}  // namespace warpmark::kernels_file
