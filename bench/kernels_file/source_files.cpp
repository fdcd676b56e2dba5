#include "bench/kernels_file/source_files.hpp"

#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/file_digest.hpp"
#include "base/input_file.hpp"
#include "base/sha256.hpp"
#include "base/toml_reader.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/include_scan.hpp"
#include "bench/compiler/own/user_compiler.hpp"
#include "bench/compiler/ptx/image.hpp"
#include "bench/compiler/sealed_includes.hpp"
#include "bench/inspect/compiler_choice.hpp"
#include "bench/inspect/ptx_launch.hpp"
#include "bench/inspect/source.hpp"

namespace warpmark::kernels_file {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_headers = 5'000;
constexpr std::size_t max_header_bytes = std::size_t{64} << 20;

// Walks the includes of a text, and hashes each file once.
class include_walk {
 public:
  // `is_strict`: refuse names that are macros.
  include_walk(const source_tree& tree, const std::vector<fs::path>& folders,
               const std::string& where, bool is_strict, compiler::sha256& hash)
      : tree_(tree), folders_(folders), where_(where), is_strict_(is_strict), hash_(hash) {}

  void follow(const std::string& text, const fs::path& name) {
    for (const auto& use : scan_includes(text)) {
      if (use.directive == include_use::form::has_include) continue;
      if (!use.is_literal && !is_strict_) continue;
      if (!use.is_literal)
        throw usage_error(fmt::format(
            "{}: {}:{}: '#include {}': expected a file in quotes or <>, so that a change of it is "
            "seen",
            where_, name.string(), use.line, use.name));
      find(use.name, name.parent_path());
    }
  }

 private:
  void find(const std::string& name, const fs::path& beside) {
    std::vector<fs::path> candidates = {beside / name};
    for (const auto& folder : folders_) candidates.push_back(folder / name);
    for (const auto& candidate : candidates) {
      if (!tree_.has(candidate)) continue;
      if (!seen_.insert(candidate.lexically_normal().string()).second) return;
      std::string text;
      inspect::in_place(where_, [&] { text = tree_.read(candidate); });
      hash_.field(name).field(text);
      follow(text, candidate);
      return;
    }
  }

  const source_tree& tree_;
  const std::vector<fs::path>& folders_;
  const std::string& where_;
  bool is_strict_;
  compiler::sha256& hash_;
  std::set<std::string> seen_;
};

// The texts of all files that a source of a closed tree includes from it.
class sealed_source {
 public:
  sealed_source(const source_tree& tree, const std::vector<fs::path>& folders,
                const std::vector<compiler::header_text>& given)
      : tree_(tree), folders_(folders) {
    for (const auto& file : given) given_.insert(file.name);
  }

  // The text with the names of headers() instead of file names.
  std::string sealed(const std::string& text, const fs::path& path) {
    return sealed_includes(text, tree_.place(path), [&](const std::string& name, bool is_quoted) {
      return found(name, is_quoted, path.parent_path());
    });
  }

  // A text that is not a file.
  std::string sealed_text(const std::string& text, const std::string& name,
                          const fs::path& folder) {
    return sealed_includes(text, name, [&](const std::string& included, bool is_quoted) {
      return found(included, is_quoted, folder);
    });
  }

  const std::map<std::string, std::string>& headers() const { return headers_; }

 private:
  std::optional<std::string> found(const std::string& name, bool is_quoted,
                                   const fs::path& beside) {
    if (given_.contains(name)) return name;
    std::vector<fs::path> candidates;
    if (is_quoted) candidates.push_back(beside / name);
    for (const auto& folder : folders_) candidates.push_back(folder / name);
    for (const auto& candidate : candidates)
      if (tree_.has(candidate)) return add(candidate.lexically_normal());
    // The compiler must report the missing file, and search nowhere else.
    const fs::path inside = tree_.place(beside / name);
    const bool leaves = inside.is_absolute() || *inside.begin() == "..";
    if (is_quoted && !leaves && name.find("..") != std::string::npos)
      return tree_.compiled_name(inside);
    return std::nullopt;
  }

  std::string add(const fs::path& path) {
    std::string name = tree_.compiled_name(path);
    if (!headers_.try_emplace(name).second) return name;
    std::string text = tree_.read(path);
    bytes_ += text.size();
    if (headers_.size() > max_headers || bytes_ > max_header_bytes)
      throw usage_error(
          fmt::format("{}: with this file, {} files of {} bytes are included; expected at "
                      "most {} files of {} bytes",
                      tree_.place(path), headers_.size(), bytes_, max_headers, max_header_bytes));
    text = sealed(text, path);
    headers_[name] = std::move(text);
    return name;
  }

  const source_tree& tree_;
  const std::vector<fs::path>& folders_;
  std::set<std::string> given_;
  std::map<std::string, std::string> headers_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::string digest_of(const fs::path& path, const std::string& where, const source_tree& tree) {
  std::string digest;
  inspect::in_place(where, [&] {
    digest = tree.is_closed()
                 ? compiler::sha256().part(tree.read(path, source_tree::max_data_bytes)).hex()
                 : compiler::file_digest(path);
  });
  return digest;
}

std::shared_ptr<const outside_source> source_files::get(const fs::path& path,
                                                        const inspect::compile_settings& settings,
                                                        const std::string& where) {
  // Prelude and similar settings belong to the family, so a path and its include folders identify a
  // source.
  std::string key = path.string();
  for (const auto& include_folder : settings.include_folders) key += "\n" + include_folder.string();
  auto& known = known_[key];
  if (known) return known;
  auto made = std::make_shared<outside_source>();
  if (inspect::may_hold_ptx(path)) inspect::in_place(where, [&] { read_ptx(path, *made); });
  if (made->is_ptx) return known = made;
  inspect::compiler_choice choice;
  std::vector<compiler::header_text> headers;
  inspect::in_place(where, [&] {
    choice = inspect::choose_compiler(settings, path);
    const auto prepared = inspect::read_source(path, settings, tree_);
    headers = inspect::headers_of(settings, prepared);
    made->name = prepared.name;
    made->text = prepared.text;
  });
  compiler::sha256 hash;
  if (tree_.is_closed()) inspect::in_place(where, [&] { seal(path, settings, headers, *made); });
  hash.field(made->text);
  made->compiler = choice.compiler;
  std::vector<fs::path> folders = settings.include_folders;
  for (const auto& flag : choice.flags)
    if (flag.starts_with("-I")) folders.emplace_back(flag.substr(2));
  if (!made->compiler.empty()) {
    inspect::in_place(where,
                      [&] { hash.field(compiler::find_user_compiler(made->compiler).version); });
    for (const auto& flag : choice.flags) hash.field(flag);
  }
  // A user's compiler names all files that it read, so a cached kernel is never out of date.
  if (!tree_.is_closed())
    include_walk(tree_, folders, where, made->compiler.empty(), hash).follow(made->text, path);
  for (const auto& header : headers) made->headers.emplace_back(header.name, header.text);
  if (tree_.is_closed())
    for (const auto& [name, text] : made->headers) hash.field(name).field(text);
  made->digest = hash.hex();
  return known = made;
}

void source_files::read_ptx(const fs::path& path, outside_source& made) const {
  std::string text = tree_.read(path, input::current_limits().max_document_bytes);
  made.is_ptx = compiler::holds_ptx(path.string(), text);
  if (!made.is_ptx) return;
  compiler::ptx_targets(text);  // Throws where there is none.
  made.name = tree_.compiled_name(path);
  made.digest = compiler::sha256().field(text).hex();
  made.text = std::move(text);
}

void source_files::seal(const fs::path& path, const inspect::compile_settings& settings,
                        std::vector<compiler::header_text>& headers, outside_source& made) const {
  sealed_source source(tree_, settings.include_folders, headers);
  made.text = source.sealed(made.text, path);
  for (auto& header : headers) {
    if (fs::path(header.name).is_absolute() || header.name.find("..") != std::string::npos)
      throw usage_error(fmt::format("headers: '{}': expected a relative name", header.name));
    header.text = source.sealed_text(header.text, header.name, path.parent_path());
  }
  for (const auto& [name, text] : source.headers()) headers.push_back({name, text});
}

std::vector<file_record> source_files::files() const {
  std::vector<file_record> result;
  for (const auto& [key, source] : known_)
    if (source) result.push_back({source->name, source->digest});
  return result;
}

}  // namespace warpmark::kernels_file
