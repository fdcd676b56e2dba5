#include "bench/plugins/plugin_library.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "base/visible_text.hpp"
#include "bench/plugins/plugin_error.hpp"

namespace warpmark::plugins {
namespace {

namespace fs = std::filesystem;

constexpr const char* describer = "warpmark_plugin_describe";

[[noreturn]] void refuse_plugin(const std::string& path, const std::string& why) {
  throw usage_error(fmt::format("{}: {}", path, why));
}

// Larger than any structure of a future version.
constexpr std::size_t max_struct_bytes = 4096;

constexpr std::size_t max_structs = 10'000;

warpmark_plugin_describer open_library(const std::string& path) {
  // A path without a slash would be searched for elsewhere.
  void* library = dlopen(fs::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    refuse_plugin(path, "cannot be opened: " + visible_text(why != nullptr ? why : "no reason"));
  }
  void* found = dlsym(library, describer);
  if (found == nullptr)
    refuse_plugin(path, fmt::format("is no plugin of warpmark: it does not export {} "
                                    "(WARPMARK_PLUGIN of <warpmark/bench.hpp> defines it)",
                                    describer));
  return reinterpret_cast<warpmark_plugin_describer>(found);
}

}  // namespace

template <class Struct>
std::vector<Struct> present(const Struct* items, std::size_t count) {
  std::vector<Struct> result;
  if (count == 0) return result;
  if (items == nullptr || count > max_structs)
    throw usage_error(fmt::format("an array of {} at {}; expected at most {}", count,
                                  items == nullptr ? "no address" : "an address", max_structs));
  const std::size_t stride = items->struct_bytes;
  const auto* at = reinterpret_cast<const std::byte*>(items);
  for (std::size_t i = 0; i < count; ++i, at += stride) {
    std::size_t size = 0;
    std::memcpy(&size, at + offsetof(Struct, struct_bytes), sizeof size);
    if (size != stride || size < sizeof(std::size_t) || size > max_struct_bytes)
      throw usage_error(fmt::format("a structure of {} bytes; expected {}", size, sizeof(Struct)));
    Struct made{};
    std::memcpy(&made, at, std::min(stride, sizeof made));
    result.push_back(made);
  }
  return result;
}

template std::vector<warpmark_axis> present(const warpmark_axis*, std::size_t);
template std::vector<warpmark_rule> present(const warpmark_rule*, std::size_t);
template std::vector<warpmark_buffer> present(const warpmark_buffer*, std::size_t);

plugin_library::plugin_library(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) refuse_plugin(path, "there is no such file");
  if (!is_shared_library(path))
    refuse_plugin(path, "is no shared library; expected a plugin, such as libmy_bench.so");
  const auto describe = open_library(path);
  plugin_error error;
  const warpmark_plugin* described = describe(error.get());
  if (described == nullptr) refuse_plugin(path, "cannot describe itself: " + error.text());
  try {
    const warpmark_plugin plugin = present(described, 1).front();
    if (plugin.abi != WARPMARK_PLUGIN_ABI)
      throw usage_error(
          fmt::format("is a plugin of version {} of the interface; expected {}: build it with the "
                      "headers of this warpmark",
                      plugin.abi, WARPMARK_PLUGIN_ABI));
    families_ = present(plugin.families, plugin.family_count);
    variants_ = present(plugin.variants, plugin.variant_count);
    if (variants_.empty()) throw usage_error("has no variants");
    name_ = plugin.name != nullptr && *plugin.name != '\0' ? plugin.name
                                                           : fs::path(path).stem().string();
  } catch (const usage_error& failed) {
    refuse_plugin(path, failed.what());
  }
}

bool is_shared_library(const std::string& path) {
  constexpr std::string_view magic =
      "\x7f"
      "ELF";
  std::array<char, magic.size()> begin{};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin.data(), begin.size()) &&
         std::string_view(begin.data(), begin.size()) == magic;
}

}  // namespace warpmark::plugins
