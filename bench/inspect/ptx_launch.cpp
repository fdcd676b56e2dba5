#include "bench/inspect/ptx_launch.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/toml_reader.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/ptx/find_name.hpp"
#include "bench/compiler/ptx/image.hpp"
#include "bench/compiler/ptx/outline.hpp"
#include "bench/compiler/ptx_kernel.hpp"
#include "simt/ptx/parser.hpp"

namespace warpmark::inspect {
namespace {

using nlohmann::json;

constexpr std::uint64_t max_warps = 32, max_shared_bytes = 1 << 20, max_cluster = 16;
constexpr std::uint64_t max_scratch_bytes = std::uint64_t{1} << 32;
constexpr std::size_t max_scratch_parameters = 2;
constexpr std::uint32_t warp_threads = 32;

// A number of the metadata; 0 if it is missing or null.
std::uint64_t number_in(const json& from, const char* key, std::uint64_t max,
                        const std::string& file) {
  const auto found = from.find(key);
  if (found == from.end() || found->is_null()) return 0;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > max)
    throw usage_error(fmt::format("{}: {}: expected an integer from 0 to {}", file, key, max));
  return found->get<std::uint64_t>();
}

// A text of the metadata; empty if it is missing or null.
std::string text_in(const json& from, const char* key, const std::string& file) {
  const auto found = from.find(key);
  if (found == from.end() || found->is_null()) return {};
  if (!found->is_string()) throw usage_error(fmt::format("{}: {}: expected a text", file, key));
  return found->get<std::string>();
}

extent3 cluster_in(const json& from, const std::string& file) {
  extent3 result;
  const auto dims = from.find("cluster_dims");
  if (dims != from.end() && dims->is_array()) {
    std::uint32_t* const axes[] = {&result.x, &result.y, &result.z};
    for (std::size_t i = 0; i < dims->size() && i < 3; ++i) {
      const json& value = (*dims)[i];
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() - 1 >= max_cluster)
        throw usage_error(
            fmt::format("{}: cluster_dims: expected integers from 1 to {}", file, max_cluster));
      *axes[i] = value.get<std::uint32_t>();
    }
  } else {
    const auto blocks = number_in(from, "num_ctas", max_cluster, file);
    result.x = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, blocks));
  }
  return result;
}

// Appends the address of scratch memory, or the null pointer for none.
void add_scratch(launch_definition& launch, const char* name, std::uint64_t bytes_per_block,
                 specification& specification) {
  const std::string unnamed = fmt::format("{}{}", name, specification.launches.size());
  const std::string text =
      bytes_per_block == 0
          ? "null"
          : fmt::format("{}:u8[{}]=poison", unnamed, bytes_per_block * launch.shape.grid.count());
  launch.arguments.push_back(specification.add_argument(text, unnamed));
}

// The PTX that has the entry, whose lowered name the launch gets. Of several architectures, the
// newest.
std::string module_with_entry(launch_definition& launch,
                              const std::optional<triton_metadata>& metadata) {
  std::string result;
  in_place(launch.file.string(), [&] {
    const std::string source =
        input::read_text(launch.file, input::current_limits().max_document_bytes);
    auto modules = compiler::ptx_modules(source, compiler::ptx_targets(source).back());
    std::vector<std::string> entries;
    for (const auto& module : modules)
      for (auto& entry : compiler::entries_of(module))
        if (std::find(entries.begin(), entries.end(), entry) == entries.end())
          entries.push_back(std::move(entry));
    const bool is_known =
        metadata && std::find(entries.begin(), entries.end(), metadata->name) != entries.end();
    launch.entry = launch.entry.empty() && is_known
                       ? metadata->name
                       : compiler::find_name(entries, launch.entry, "kernel");
    for (auto& module : modules) {
      const compiler::ptx_outline outline(module);
      const auto& names = outline.entries();
      if (std::find(names.begin(), names.end(), launch.entry) == names.end()) continue;
      result = outline.text_of({launch.entry});
      return;
    }
  });
  return result;
}

}  // namespace

bool may_hold_ptx(const std::filesystem::path& path) {
  constexpr std::array sources = {".cu",  ".cuh", ".c",  ".cc",  ".cpp",
                                  ".cxx", ".h",   ".hh", ".hpp", ".inl"};
  return std::find(sources.begin(), sources.end(), path.extension()) == sources.end();
}

std::optional<triton_metadata> parse_triton_metadata(std::string_view text,
                                                     const std::string& file) {
  input::require_shallow_json(text, file);
  const json from = json::parse(text, nullptr, false);
  if (!from.is_object() || !from.contains("num_warps")) return std::nullopt;
  return triton_metadata{
      .name = text_in(from, "name", file),
      .warps = number_in(from, "num_warps", max_warps, file),
      .shared_bytes = number_in(from, "shared", max_shared_bytes, file),
      .cluster = cluster_in(from, file),
      .global_scratch_bytes = number_in(from, "global_scratch_size", max_scratch_bytes, file),
      .profile_scratch_bytes = number_in(from, "profile_scratch_size", max_scratch_bytes, file)};
}

std::optional<triton_metadata> read_triton_metadata(const std::filesystem::path& ptx) {
  std::filesystem::path path = ptx;
  path.replace_extension(".json");
  if (!std::filesystem::is_regular_file(path)) return std::nullopt;
  return parse_triton_metadata(input::read_text(path, input::max_toml_bytes), path.string());
}

void complete_ptx_launch(launch_definition& launch, const given_parts& given,
                         specification& specification) {
  const std::string file = launch.file.string();
  const auto metadata = read_triton_metadata(launch.file);
  const std::string text = module_with_entry(launch, metadata);
  simt::ptx_function entry;
  try {
    entry = simt::parse_ptx(text).functions.at(launch.entry);
  } catch (const device_error&) {
    // What the interpreter cannot read a card may run; then all must be given.
  }
  if (!given.block) {
    if (entry.required_threads)
      launch.shape.block = *entry.required_threads;
    else if (metadata && metadata->warps > 0)
      launch.shape.block = {static_cast<std::uint32_t>(metadata->warps) * warp_threads, 1, 1};
    else
      throw usage_error(
          fmt::format("{}: the PTX does not say how many threads a block has; "
                      "expected --block, or 'block' in a specification",
                      file));
  }
  if (!metadata) return;
  if (!given.cluster && !entry.cluster) launch.shape.cluster = metadata->cluster;
  if (!given.shared) launch.shape.dynamic_shared_bytes = metadata->shared_bytes;
  const std::size_t parameters = entry.parameters.size(), arguments = launch.arguments.size();
  if (parameters <= arguments || parameters - arguments > max_scratch_parameters) return;
  for (std::size_t i = arguments; i < parameters; ++i)
    if (entry.parameters[i].size != sizeof(std::uint64_t)) return;
  add_scratch(launch, "global_scratch", metadata->global_scratch_bytes, specification);
  if (parameters - arguments == max_scratch_parameters)
    add_scratch(launch, "profile_scratch", metadata->profile_scratch_bytes, specification);
}

}  // namespace warpmark::inspect
