#include "ci/gate/sides/host_code.hpp"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/source_tree.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

using host_texts = std::map<std::string, std::string>;

host_texts host_texts_of(const side_tree& tree, const char* part) {
  const fs::path folder = tree.folder() / part;
  const source_tree files = tree.files();
  host_texts texts;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (const auto kind = entry.path().extension();
        kind == ".cpp" || kind == ".hpp" || kind == ".cu" || kind == ".in")
      texts[entry.path().lexically_relative(folder).generic_string()] = files.read(entry.path());
  return texts;
}

// "reduce/strided" of "reduce/strided.cpp", "count/mutants/hash" of "count/mutants/hash.cpp"; "" of
// other files.
std::string variant_of_file(const std::string& file) {
  const fs::path path(file);
  const std::string folder = path.parent_path().generic_string();
  const bool own = folder.find('/') == std::string::npos || folder.ends_with("/mutants");
  if (!own || folder.empty() || folder == "contract" || folder == "vendor") return "";
  if (path.extension() != ".cpp" || path.stem() == "family") return "";
  return folder + "/" + path.stem().string();
}

// Calls f(name) for each file that differs or is on only one side.
template <class F>
void for_each_difference(const host_texts& base, const host_texts& head, F&& f) {
  for (const auto& [name, text] : base)
    if (const auto found = head.find(name); found == head.end() || found->second != text) f(name);
  for (const auto& [name, text] : head)
    if (!base.contains(name)) f(name);
}

std::string some_of(const std::set<std::string>& names) {
  constexpr std::size_t max_listed = 5;
  std::vector<std::string> shown(names.begin(), names.end());
  const std::size_t more = shown.size() - std::min(max_listed, shown.size());
  shown.resize(shown.size() - more);
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

bool host_code_difference::any() const {
  return !changed_variants.empty() || !gone_variants.empty() || !new_variants.empty() ||
         !shared_files.empty() || bench_files > 0;
}

std::vector<std::string> host_code_difference::warnings() const {
  std::vector<std::string> result;
  const auto* const launches = "launches are this program's on both sides";
  if (!changed_variants.empty())
    result.push_back(
        fmt::format("the host code of {} differs; {}", some_of(changed_variants), launches));
  if (!shared_files.empty())
    result.push_back(fmt::format("host code that variants share differs (variants/{}); {}",
                                 some_of(shared_files), launches));
  if (bench_files > 0)
    result.push_back(fmt::format("{} files of bench/ differ; {}", bench_files, launches));
  return result;
}

host_code_difference compare_host_code(const side_tree& base, const side_tree& head) {
  host_code_difference result;
  for (const char* part : {"variants", "bench"})
    if (!fs::is_directory(base.folder() / part) || !fs::is_directory(head.folder() / part))
      return result;
  const host_texts old_variants = host_texts_of(base, "variants");
  const host_texts new_variants = host_texts_of(head, "variants");
  for_each_difference(old_variants, new_variants, [&](const std::string& file) {
    const std::string variant = variant_of_file(file);
    if (variant.empty())
      result.shared_files.insert(file);
    else if (!new_variants.contains(file))
      result.gone_variants.insert(variant);
    else if (!old_variants.contains(file))
      result.new_variants.insert(variant);
    else
      result.changed_variants.insert(variant);
  });
  for_each_difference(host_texts_of(base, "bench"), host_texts_of(head, "bench"),
                      [&](const std::string&) { ++result.bench_files; });
  return result;
}

}  // namespace warpmark::gate
