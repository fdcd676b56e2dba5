#include "simt/ptx/source_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/demangle.hpp"

namespace warpmark::simt {
namespace {

// Installed headers: of CUDA as packages, runfiles, conda and pip lay it out, of the host compiler,
// of clang; NVRTC's own; Python packages, whose functions Triton and numba inline into kernels.
constexpr std::array<std::string_view, 13> library_folders = {"/usr/include/",
                                                              "/usr/local/include/",
                                                              "/usr/lib/",
                                                              "/cuda/include/",
                                                              "/cccl/",
                                                              "-linux/include/",
                                                              "/site-packages/",
                                                              "/dist-packages/",
                                                              "/libcudacxx/include/",
                                                              "/cuda/std/",
                                                              "/cooperative_groups/",
                                                              "/crt/",
                                                              "__nv_nvrtc_builtin_header"};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

bool is_library_file(std::string_view path) {
  if (std::any_of(library_folders.begin(), library_folders.end(),
                  [&](std::string_view part) { return contains(path, part); }))
    return true;
  // "/usr/local/cuda-13.0/include/", ".../clang/14/include/"
  for (const std::string_view installed : {"/cuda-", "/clang/"})
    if (const auto at = path.find(installed); at != std::string_view::npos)
      if (contains(path.substr(at), "/include/")) return true;
  return false;
}

std::string source_table::file(const source_place& place) const {
  const auto found = files.find(place.file);
  return found == files.end() ? std::string() : found->second;
}

source_place source_table::users(const source_place& place) const {
  for (source_place at = place;;) {
    if (at.line != 0 && !is_library_file(file(at))) return at;
    if (at.call == 0 || at.call > calls.size()) return place;
    at = calls[at.call - 1].from;
  }
}

std::string source_table::function(const source_place& place) const {
  if (place.call == 0 || place.call > calls.size()) return "";
  return demangled(calls[place.call - 1].function);
}

std::string source_table::text(const source_place& place) const {
  if (place.line == 0) return "an unknown line";
  const std::string name = file(place);
  return fmt::format("{}:{}", name.empty() ? "?" : name, place.line);
}

std::string source_table::users_text(const source_place& place) const {
  const source_place mine = users(place);
  if (mine.file == place.file && mine.line == place.line) return text(place);
  return fmt::format("{} (from {})", text(mine), text(place));
}

}  // namespace warpmark::simt
