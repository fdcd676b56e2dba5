#include "variants/vendor/cub_library.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

namespace warpmark::vendor {
namespace {

namespace fs = std::filesystem;

// "3.5" of libwarpmark_cub-3.5.so; nothing of other files.
std::optional<std::pair<int, int>> release_of(const std::string& file) {
  int major = 0, minor = 0, length = 0;
  if (std::sscanf(file.c_str(), "libwarpmark_cub-%d.%d.so%n", &major, &minor, &length) != 2 ||
      length != static_cast<int>(file.size()))
    return std::nullopt;
  return std::pair(major, minor);
}

std::string text_of(std::pair<int, int> release) {
  return fmt::format("{}.{}", release.first, release.second);
}

std::deque<installed_cub> libraries_of_folder(const fs::path& folder) {
  std::map<std::pair<int, int>, std::string, std::greater<>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (const auto release = release_of(entry.path().filename().string()))
      found.emplace(*release, entry.path().string());
  std::deque<installed_cub> result;
  for (const auto& [release, path] : found) result.emplace_back(text_of(release), path);
  return result;
}

template <class Function>
bool find(void* library, Function*& into, const char* name) {
  into = reinterpret_cast<Function*>(dlsym(library, name));
  return into != nullptr;
}

}  // namespace

const cub_library& installed_cub::library() const {
  std::call_once(opened_, [this] { library_.emplace(path_); });
  return *library_;
}

std::deque<installed_cub> find_cub_libraries(const fs::path& program) {
  const fs::path folder = program.parent_path();
  auto beside = libraries_of_folder(folder);
  if (!beside.empty()) return beside;
  // Of wheels: site-packages/warpmark/bin/warpmark and site-packages/warpmark_cub.
  auto packaged = libraries_of_folder(folder.parent_path().parent_path() / "warpmark_cub");
  if (packaged.empty()) packaged.emplace_back("", (folder / "libwarpmark_cub-X.Y.so").string());
  return packaged;
}

cub_library::cub_library(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    trouble_ = fmt::format(
        "there is no {}: it is in the wheel warpmark-cub, which `make wheel` builds where nvcc is",
        fs::path(path).filename().string());
    return;
  }
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    trouble_ = fmt::format("{} cannot be opened: {}", path, why != nullptr ? why : "unknown error");
  } else if (!find(library, find_reduction_, "warpmark_cub_reduce") ||
             !find(library, find_scan_, "warpmark_cub_scan") ||
             !find(library, find_histogram_, "warpmark_cub_histogram") ||
             !find(library, find_sorted_count_, "warpmark_cub_sorted_count") ||
             !find(library, find_joint_histogram_, "warpmark_cub_joint_histogram") ||
             !find(library, find_weighted_histogram_, "warpmark_cub_weighted_histogram") ||
             !find(library, find_sort_, "warpmark_cub_sort") ||
             !find(library, find_partition_, "warpmark_cub_partition") ||
             !find(library, find_rearrangement_, "warpmark_cub_rearrange") ||
             !find(library, describe_, "warpmark_cub_describe") ||
             !find(library, version_, "warpmark_cub_version")) {
    find_reduction_ = nullptr;
    find_scan_ = nullptr;
    find_histogram_ = nullptr;
    find_sorted_count_ = nullptr;
    find_joint_histogram_ = nullptr;
    find_weighted_histogram_ = nullptr;
    find_sort_ = nullptr;
    find_partition_ = nullptr;
    find_rearrangement_ = nullptr;
    trouble_ = fmt::format("{} is not this program's library of CUB: it lacks a function", path);
  }
}

std::string cub_library::version() const {
  if (!trouble_.empty()) return "";
  const int number = version_();
  return fmt::format("{}.{}.{}", number / 100000, number / 100 % 1000, number % 100);
}

cub_reduction cub_library::reduction(const std::string& type, const std::string& op) const {
  return find_reduction_ == nullptr ? nullptr : find_reduction_(type.c_str(), op.c_str());
}

cub_scan cub_library::scan(const std::string& type, const std::string& op,
                           const std::string& kind) const {
  return find_scan_ == nullptr ? nullptr : find_scan_(type.c_str(), op.c_str(), kind.c_str());
}

cub_histogram cub_library::histogram(const std::string& type) const {
  return find_histogram_ == nullptr ? nullptr : find_histogram_(type.c_str());
}

cub_sorted_count cub_library::sorted_count(const std::string& type) const {
  return find_sorted_count_ == nullptr ? nullptr : find_sorted_count_(type.c_str());
}

cub_joint_histogram cub_library::joint_histogram(const std::string& type) const {
  return find_joint_histogram_ == nullptr ? nullptr : find_joint_histogram_(type.c_str());
}

cub_weighted_histogram cub_library::weighted_histogram(const std::string& type) const {
  return find_weighted_histogram_ == nullptr ? nullptr : find_weighted_histogram_(type.c_str());
}

cub_sort cub_library::sort(const std::string& method, const std::string& type,
                           const std::string& payload) const {
  if (find_sort_ == nullptr) return nullptr;
  return find_sort_(method.c_str(), type.c_str(), payload.c_str());
}

cub_partition cub_library::partition(const std::string& type, const std::string& payload,
                                     int parts) const {
  return find_partition_ == nullptr ? nullptr
                                    : find_partition_(type.c_str(), payload.c_str(), parts);
}

cub_rearrangement cub_library::rearrangement(const rearrangement_kind& kind) const {
  return find_rearrangement_ == nullptr ? nullptr : find_rearrangement_(&kind);
}

void cub_library::check(int code, const std::string& call) const {
  if (code == 0) return;
  throw std::runtime_error(fmt::format("{}: {}", call, describe_(code)));
}

const std::deque<installed_cub>& installed_cubs() {
  static const std::deque<installed_cub> found = [] {
    if (const char* named = std::getenv("WARPMARK_CUB_LIBRARY");
        named != nullptr && *named != '\0') {
      std::deque<installed_cub> only;
      const auto release = release_of(fs::path(named).filename().string());
      only.emplace_back(release ? text_of(*release) : "", named);
      return only;
    }
    std::error_code ignored;
    return find_cub_libraries(fs::read_symlink("/proc/self/exe", ignored));
  }();
  return found;
}

}  // namespace warpmark::vendor
