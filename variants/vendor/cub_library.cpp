#include "variants/vendor/cub_library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

namespace warpmark::vendor {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "libwarpmark_cub.so";

std::string installed_path() {
  if (const char* named = std::getenv("WARPMARK_CUB_LIBRARY"); named != nullptr && *named != '\0')
    return named;
  std::error_code ignored;
  return find_cub_library(fs::read_symlink("/proc/self/exe", ignored));
}

template <class Function>
bool find(void* library, Function*& into, const char* name) {
  into = reinterpret_cast<Function*>(dlsym(library, name));
  return into != nullptr;
}

}  // namespace

std::string find_cub_library(const fs::path& program) {
  const fs::path folder = program.parent_path();
  // Of wheels: site-packages/warpmark/bin/warpmark and site-packages/warpmark_cub.
  const fs::path packaged = folder.parent_path().parent_path() / "warpmark_cub" / file_name;
  std::error_code ignored;
  return fs::exists(packaged, ignored) && !fs::exists(folder / file_name, ignored)
             ? packaged
             : folder / file_name;
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
             !find(library, find_sort_, "warpmark_cub_sort") ||
             !find(library, find_partition_, "warpmark_cub_partition") ||
             !find(library, find_rearrangement_, "warpmark_cub_rearrange") ||
             !find(library, describe_, "warpmark_cub_describe") ||
             !find(library, version_, "warpmark_cub_version")) {
    find_reduction_ = nullptr;
    find_scan_ = nullptr;
    find_histogram_ = nullptr;
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

const cub_library& installed_cub() {
  static const cub_library library(installed_path());
  return library;
}

}  // namespace warpmark::vendor
