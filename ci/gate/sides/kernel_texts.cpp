#include "ci/gate/sides/kernel_texts.hpp"

#include <set>

#include "base/sha256.hpp"
#include "bench/compiler/sealed_includes.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

// Any mention of a name counts: an unneeded file is harmless.
void collect(const std::string& text, const std::map<std::string, std::string>& all,
             std::set<std::string>& used) {
  for (const auto& [name, included] : all)
    if (!used.contains(name) && (text.find('"' + name + '"') != std::string::npos ||
                                 text.find('<' + name + '>') != std::string::npos)) {
      used.insert(name);
      collect(included, all, used);
    }
}

}  // namespace

kernel_texts::kernel_texts(const source_tree& tree, const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (const auto kind = entry.path().extension(); kind == ".cuh" || kind == ".cu" || kind == ".h")
      texts_[entry.path().lexically_relative(folder).generic_string()] = tree.read(entry.path());
  for (auto& [name, text] : texts_)
    text = sealed_includes(text, tree.place(folder / name),
                           [&](const std::string& included, bool) -> std::optional<std::string> {
                             if (texts_.contains(included)) return included;
                             return std::nullopt;
                           });
}

std::string kernel_texts::digest() const {
  compiler::sha256 hash;
  for (const auto& [name, text] : texts_) hash.field(name).field(text);
  return hash.hex();
}

std::shared_ptr<const outside_source> kernel_texts::source(const std::string& file) {
  if (const auto known = sources_.find(file); known != sources_.end()) return known->second;
  const auto found = texts_.find(file);
  if (found == texts_.end()) return nullptr;
  std::set<std::string> used;
  collect(found->second, texts_, used);
  auto made = std::make_shared<outside_source>();
  made->name = file;
  made->text = found->second;
  made->of_kernels_folder = true;
  compiler::sha256 hash;
  hash.field(made->text);
  for (const auto& name : used) {
    made->headers.emplace_back(name, texts_.at(name));
    hash.field(name).field(texts_.at(name));
  }
  made->digest = hash.hex();
  return sources_[file] = made;
}

launch_plan kernel_texts::rewritten(launch_plan plan, std::string& lacking) {
  for (auto& kernel : plan.kernels) {
    kernel.outside = source(kernel.file);
    if (!kernel.outside) lacking = kernel.file;
  }
  return plan;
}

}  // namespace warpmark::gate
