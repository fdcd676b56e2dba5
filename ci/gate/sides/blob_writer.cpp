#include "ci/gate/sides/blob_writer.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

bool is_allowed_part(const std::string& part) {
  std::string lower = part;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char character) {
    return static_cast<char>(std::tolower(character));
  });
  return !part.empty() && part != "." && part != ".." && lower != ".git";
}

bool is_allowed_path(const std::string& path) {
  for (std::size_t begin = 0;;) {
    const auto end = std::min(path.find('/', begin), path.size());
    if (!is_allowed_part(path.substr(begin, end - begin))) return false;
    if (end == path.size()) return true;
    begin = end + 1;
  }
}

}  // namespace

void require_writable_tree(const std::vector<tree_entry>& entries, const std::string& name) {
  std::size_t bytes = 0;
  std::set<std::string> folders, files;
  for (const auto& entry : entries) {
    if (!is_allowed_path(entry.path))
      throw usage_error(fmt::format("{}: invalid path '{}'", name, entry.path));
    if (!files.insert(entry.path).second)
      throw usage_error(fmt::format("{}: duplicate path '{}'", name, entry.path));
    for (auto slash = entry.path.find('/'); slash != std::string::npos;
         slash = entry.path.find('/', slash + 1))
      folders.insert(entry.path.substr(0, slash));
    if (entry.bytes <= max_blob_bytes) bytes += entry.bytes;
  }
  for (const auto& file : files)
    if (folders.contains(file))
      throw usage_error(fmt::format("{}: '{}' is a file and a folder", name, file));
  if (entries.size() > max_tree_files || bytes > max_tree_bytes)
    throw usage_error(fmt::format("{}: {} files of {} bytes; expected at most {} files of {} bytes",
                                  name, entries.size(), bytes, max_tree_files, max_tree_bytes));
}

blob_writer::blob_writer(fs::path folder) : folder_(std::move(folder)) {
  fs::create_directories(folder_);
}

void blob_writer::add(const tree_entry& entry, const std::string& contents) {
  if (entry.mode == "120000") {
    links_.emplace_back(entry.path, contents);
    return;
  }
  const fs::path to = folder_ / entry.path;
  fs::create_directories(to.parent_path());
  std::ofstream file(to, std::ios::binary);
  file << contents;
  if (!file.flush()) throw usage_error(fmt::format("{} cannot be written", to.string()));
}

void blob_writer::add_stand_in(const tree_entry& entry) {
  add(entry, "");
  fs::resize_file(folder_ / entry.path, entry.bytes);
}

void blob_writer::finish() {
  for (const auto& [path, target] : links_) fs::create_directories((folder_ / path).parent_path());
  for (const auto& [path, target] : links_) {
    std::error_code refused;  // A target may be an invalid name; then the link is omitted.
    fs::create_symlink(target, folder_ / path, refused);
  }
}

}  // namespace warpmark::gate
