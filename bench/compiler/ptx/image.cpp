#include "bench/compiler/ptx/image.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/compiler/ptx/fat_binary.hpp"
#include "bench/compiler/ptx/outline.hpp"

namespace warpmark::compiler {
namespace {

using content = fat_binary_entry::content;

std::string names_of(const std::set<ptx_target>& targets) {
  std::vector<std::string> names;
  for (const auto& target : targets) names.push_back(target_text(target));
  return fmt::format("{}", fmt::join(names, ", "));
}

[[noreturn]] void refuse_without_ptx(const std::set<ptx_target>& machine_code) {
  const std::string what =
      machine_code.empty() ? "neither PTX nor machine code for a device"
                           : fmt::format("machine code for {} without PTX", names_of(machine_code));
  throw usage_error(fmt::format(
      "{}, and only PTX can be interpreted; expected a file compiled to PTX (nvcc -ptx, or "
      "-gencode "
      "arch=compute_90,code=compute_90), or a cubin with line information (nvcc -lineinfo)",
      what));
}

// The architecture that a text is for; old ones need not state any.
ptx_target target_of(std::string_view text) {
  return parse_target(ptx_outline(text).target()).value_or(ptx_target{.number = 10});
}

// Decompresses within the limit of one file.
class unpacker {
 public:
  std::string ptx_of(const fat_binary_entry& entry) {
    std::string text = contents_of(entry, std::min(left_, max_ptx_bytes));
    if (entry.kind == content::cubin) text = ptx_of_cubin(text);
    left_ -= std::min<std::uint64_t>(left_, text.size());
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  }

 private:
  std::uint64_t left_ = max_ptx_bytes;
};

// PTX of a container for one architecture: its own, else what cubins hold for debuggers.
struct candidate {
  ptx_target target;
  const fat_binary_entry* entry;
};

std::vector<candidate> candidates_of(const fat_binary& container, content kind) {
  std::vector<candidate> result;
  for (const auto& entry : container)
    if (entry.kind == kind) result.push_back({entry.target, &entry});
  std::stable_sort(result.begin(), result.end(),
                   [](const auto& a, const auto& b) { return a.target > b.target; });
  return result;
}

// What is in a device image.
class image_reader {
 public:
  explicit image_reader(std::string_view image) : containers_(fat_binaries_of(image)) {
    if (!containers_.empty()) return;
    // A cubin is an ELF file without containers.
    cubin_ptx_ = ptx_of_cubin(image);
    if (cubin_ptx_.empty()) refuse_without_ptx({});
  }

  std::set<ptx_target> targets() {
    if (!cubin_ptx_.empty()) return {target_of(cubin_ptx_)};
    std::set<ptx_target> result;
    for (const auto& container : containers_)
      for (const auto& found : candidates_of(container, content::ptx)) result.insert(found.target);
    if (!result.empty()) return result;
    std::set<ptx_target> machine_code;
    for (const auto& container : containers_)
      for (const auto& found : candidates_of(container, content::cubin)) {
        machine_code.insert(found.target);
        if (!unpack_.ptx_of(*found.entry).empty()) result.insert(found.target);
      }
    if (result.empty()) refuse_without_ptx(machine_code);
    return result;
  }

  std::vector<std::string> modules(const ptx_target& device) {
    if (!cubin_ptx_.empty()) return {cubin_ptx_};
    std::vector<std::string> result;
    for (const auto& container : containers_)
      if (auto text = module_of(container, device)) result.push_back(std::move(*text));
    return result;
  }

 private:
  std::optional<std::string> module_of(const fat_binary& container, const ptx_target& device) {
    for (const content kind : {content::ptx, content::cubin})
      for (const auto& found : candidates_of(container, kind))
        if (runs_on(found.target, device))
          if (auto text = unpack_.ptx_of(*found.entry); !text.empty()) return text;
    return std::nullopt;
  }

  std::vector<fat_binary> containers_;
  std::string cubin_ptx_;
  unpacker unpack_;
};

}  // namespace

bool holds_ptx(std::string_view file_name, std::string_view source) {
  if (file_name.ends_with(".ptx") || is_device_image(source)) return true;
  std::size_t at = 0;
  skip_blanks(source, at);
  return take_word(source, at) == ".version";
}

std::vector<ptx_target> ptx_targets(std::string_view source) {
  if (!is_device_image(source)) return {target_of(source)};
  const auto targets = image_reader(source).targets();
  return {targets.begin(), targets.end()};
}

std::vector<std::string> ptx_modules(std::string_view source, const ptx_target& device) {
  std::vector<std::string> modules;
  if (is_device_image(source))
    modules = image_reader(source).modules(device);
  else
    modules.emplace_back(source);
  std::erase_if(modules,
                [&](const std::string& text) { return !runs_on(target_of(text), device); });
  if (!modules.empty()) return modules;
  const auto targets = ptx_targets(source);
  throw usage_error(fmt::format("PTX for {}; expected PTX that runs on {}",
                                names_of(std::set<ptx_target>(targets.begin(), targets.end())),
                                target_text(device)));
}

}  // namespace warpmark::compiler
