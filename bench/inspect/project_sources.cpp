#include "bench/inspect/project_sources.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/compiler/include_scan.hpp"

namespace warpmark::inspect {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 5'000;
constexpr std::size_t max_bytes = std::size_t{64} << 20;

bool has_toolkit_headers(const fs::path& folder) {
  std::error_code unknown;
  return fs::exists(folder / "cuda_fp16.h", unknown) || fs::exists(folder / "nv/target", unknown);
}

class project_reader {
 public:
  project_reader(const std::vector<fs::path>& folders, const source_tree& files) : files_(files) {
    for (const auto& folder : folders)
      if (!has_toolkit_headers(folder)) folders_.push_back(folder);
  }

  project_sources read(const std::string& text, const fs::path& path) {
    result_.names.push_back(files_.compiled_name(path));
    result_.sources.emplace_back();
    add_text(0, text, path);
    return std::move(result_);
  }

 private:
  // Replaces the names of included files, and adds these.
  void add_text(std::size_t source, const std::string& text, const fs::path& path) {
    std::string replaced;
    std::size_t at = 0;
    std::vector<included_source> includes;
    for (const auto& use : scan_includes(text)) {
      if (use.begin < at || !use.is_literal || use.directive == include_use::form::include_next)
        continue;
      const auto found = find(use, path.parent_path());
      if (!found) continue;
      replaced.append(text, at, use.begin - at);
      if (use.directive == include_use::form::include)
        includes.push_back({.offset = replaced.size(), .source = index_of(*found)});
      replaced += '"' + found->string() + '"';
      at = use.end;
    }
    replaced.append(text, at);
    result_.sources[source] = {.text = std::move(replaced), .includes = std::move(includes)};
  }

  std::optional<fs::path> find(const include_use& use, const fs::path& beside) const {
    std::vector<fs::path> candidates;
    if (use.is_quoted) candidates.push_back(beside / use.name);
    for (const auto& folder : folders_) candidates.push_back(folder / use.name);
    for (const auto& candidate : candidates)
      if (files_.has(candidate)) return fs::absolute(candidate).lexically_normal();
    return std::nullopt;
  }

  std::size_t index_of(const fs::path& path) {
    const auto [known, is_new] = indexes_.try_emplace(path, result_.names.size());
    const std::size_t index = known->second;
    if (!is_new) return index;
    result_.names.push_back(path.string());
    result_.sources.emplace_back();
    const std::string text = files_.read(path);
    bytes_ += text.size();
    if (result_.names.size() > max_files || bytes_ > max_bytes)
      throw usage_error(
          fmt::format("{}: with this file, {} files of {} bytes are included; expected at most {} "
                      "files of {} bytes",
                      path.string(), result_.names.size(), bytes_, max_files, max_bytes));
    add_text(index, text, path);
    return index;
  }

  const source_tree& files_;
  std::vector<fs::path> folders_;
  std::map<fs::path, std::size_t> indexes_;
  std::size_t bytes_ = 0;
  project_sources result_;
};

}  // namespace

project_sources read_project(const std::string& text, const fs::path& path,
                             const std::vector<fs::path>& folders, const source_tree& files) {
  return project_reader(folders, files).read(text, path);
}

}  // namespace warpmark::inspect
