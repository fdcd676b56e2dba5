#include "bench/inspect/host_headers.hpp"

#include <algorithm>
#include <array>
#include <map>
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

// cuda::std
bool is_of_cuda(const std::vector<token>& tokens, std::size_t std_position) {
  return std_position >= 2 && tokens[std_position - 1].text == "::" &&
         tokens[std_position - 2].text == "cuda";
}

// The names after "std::", by the headers of libcu++ that have them: sources often use names
// without including the header themselves. With "using namespace std", any word may be one, and in
// macros.
std::map<std::string_view, std::set<std::string_view>> names_of_std(
    const std::vector<std::string_view>& sources) {
  std::set<std::string_view> words, qualified;
  bool is_open = false;
  for (const auto source : sources) {
    const auto [tokens, macros, directives] = tokens_of(source);
    for (const auto& macro : macros) {
      qualified.insert(macro.words.begin(), macro.words.end());
      words.insert(macro.words.begin(), macro.words.end());
    }
    for (std::size_t i = 2; i < tokens.size(); ++i) {
      if (tokens[i].what == token::kind::word) words.insert(tokens[i].text);
      if (tokens[i - 2].text == "std" && tokens[i - 1].text == "::" && !is_of_cuda(tokens, i - 2))
        qualified.insert(tokens[i].text);
      if (tokens[i - 2].text == "using" && tokens[i - 1].text == "namespace" &&
          tokens[i].text == "std")
        is_open = true;
    }
  }
  std::map<std::string_view, std::set<std::string_view>> result;
  for (const auto word : is_open ? words : qualified)
    if (const auto header = libcudacxx_header_of(word); !header.empty())
      result[header].insert(word);
  return result;
}

bool mentions(const std::vector<std::string_view>& sources, std::string_view text) {
  return std::any_of(sources.begin(), sources.end(), [&](std::string_view source) {
    return source.find(text) != std::string_view::npos;
  });
}

std::string implicit_text(const std::vector<std::string_view>& sources) {
  std::string text = implicit_names();
  if (mentions(sources, "std::m") || mentions(sources, "std::swap") ||
      mentions(sources, "std::clamp"))
    text += "#include <algorithm>\n";
  if (mentions(sources, "cudaGridDependencySynchronize") ||
      mentions(sources, "cudaTriggerProgrammaticLaunchCompletion"))
    text +=
        "#if __has_include(<cuda_device_runtime_api.h>)\n#include <cuda_device_runtime_api.h>\n"
        "#endif\n";
  for (const auto& [header, names] : names_of_std(sources)) text += lifted_header(header, names);
  return text;
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
