#include "bench/inspect/host_headers.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "bench/compiler/include_scan.hpp"
#include "bench/inspect/host_header_tables.hpp"
#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {
namespace {

// Folders of libraries whose headers are for the host.
constexpr std::array host_folders = {
    "boost/",     "gtest/",         "gmock/",  "gflags/",     "glog/",         "opencv2/",
    "benchmark/", "fmt/",           "spdlog/", "nlohmann/",   "nvtx3/",        "GL/",
    "GLFW/",      "glm/gtc/",       "absl/",   "tensorflow/", "cxxopts",       "rapidjson/",
    "google/",    "thrust/system/", "hdf5",    "netcdf",      "sys/",          "SDL2/",
    "catch2/",    "nvbench/",       "mkl",     "EGL/",        "GLES3/",        "X11/",
    "vulkan/",    "openacc",        "cupti",   "FreeImage",   "rendercheck_gl"};

bool is_below_host_folder(std::string_view name) {
  return std::any_of(host_folders.begin(), host_folders.end(),
                     [&](std::string_view folder) { return name.starts_with(folder); });
}

// The headers of libcu++ for the names after "std::", which sources often use without including
// the header themselves.
std::vector<std::string> libcudacxx_headers_for(const std::vector<std::string_view>& sources) {
  std::set<std::string> headers;
  for (const auto source : sources) {
    const auto tokens = tokens_of(source).tokens;
    for (std::size_t i = 2; i < tokens.size(); ++i)
      if (tokens[i - 1].text == "::" && tokens[i - 2].text == "std" &&
          !(i > 3 && tokens[i - 3].text == "::" && tokens[i - 4].text == "cuda"))
        if (const auto header = libcudacxx_header_of(tokens[i].text); !header.empty())
          headers.emplace(header);
  }
  return {headers.begin(), headers.end()};
}

std::string implicit_text(const std::vector<std::string_view>& sources) {
  const auto uses = [&](std::string_view text) {
    return std::any_of(sources.begin(), sources.end(), [&](std::string_view source) {
      return source.find(text) != std::string_view::npos;
    });
  };
  std::string text = implicit_names();
  if (uses("std::m") || uses("std::swap") || uses("std::clamp")) text += "#include <algorithm>\n";
  return text + lifted_headers(libcudacxx_headers_for(sources));
}

}  // namespace

std::vector<compiler::header_text> host_headers(const std::vector<std::string_view>& sources) {
  std::vector<compiler::header_text> headers;
  for (const auto& part : {c_headers(), cpp_headers(), cuda_headers()})
    headers.insert(headers.end(), part.begin(), part.end());
  headers.push_back({implicit_header, implicit_text(sources)});
  headers.push_back({"warpmark/torch_types.h", torch_types()});
  std::set<std::string> known;
  for (const auto& header : headers) known.insert(header.name);
  for (const auto source : sources)
    for (const auto& use : scan_includes(source)) {
      if (!use.is_literal || !known.insert(use.name).second) continue;
      if (std::string text = torch_header(use.name); !text.empty())
        headers.push_back({use.name, std::move(text)});
      else if (is_below_host_folder(use.name))
        headers.push_back({use.name, "\n"});
    }
  return headers;
}

}  // namespace warpmark::inspect
