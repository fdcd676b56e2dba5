#include "ci/gate/sides/side_tree.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "ci/gate/sides/git_repository.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view since_common = "...";

// Whether a folder has kernels to compare: `kernels`, or one of the descriptions.
bool has_wanted(const fs::path& folder, const tree_request& tree_request) {
  if (tree_request.is_whole) return true;
  if (tree_request.kernels_files.empty()) return fs::is_directory(folder / "kernels");
  return std::any_of(
      tree_request.kernels_files.begin(), tree_request.kernels_files.end(),
      [&](const fs::path& kernels_file) { return fs::exists(folder / kernels_file); });
}

[[noreturn]] void refuse_without_kernels(const tree_request& tree_request, const char* kind) {
  throw usage_error(
      fmt::format("{} {}: the {} has no folder kernels/; for kernels of your own, "
                  "--kernels FILE names the description",
                  tree_request.option, tree_request.name, kind));
}

side_tree folder_tree(const tree_request& tree_request, const fs::path& scratch) {
  side_tree tree{.record = {.name = tree_request.name}, .root = fs::canonical(tree_request.name)};
  if (const auto repository = git_repository::around(tree.root)) {
    tree.record.commit = repository->head_commit().value_or("");
    tree.record.dirty = repository->is_dirty();
    tree.root = repository->top();
    tree.prefix = repository->prefix();
    tree.overlay = scratch / "stored";
    repository->extract_converted(tree.overlay);
  }
  return tree;
}

std::string commit_asked(const git_repository& repository, const tree_request& tree_request) {
  if (!tree_request.name.ends_with(since_common))
    return repository.commit_of(tree_request.name, tree_request.option);
  const std::string revision =
      tree_request.name.substr(0, tree_request.name.size() - since_common.size());
  if (!tree_request.head_commit)
    throw usage_error(fmt::format("{} {}: the head is no commit to have one in common with",
                                  tree_request.option, tree_request.name));
  return repository.merge_base(repository.commit_of(revision, tree_request.option),
                               *tree_request.head_commit,
                               fmt::format("{} {}", tree_request.option, tree_request.name));
}

side_tree revision_tree(const tree_request& tree_request, const fs::path& scratch) {
  const auto repository = git_repository::around(fs::current_path());
  if (!repository)
    throw usage_error(
        fmt::format("{} {}: no such folder, and {} is in no git repository, so it is no revision",
                    tree_request.option, tree_request.name, fs::current_path().string()));
  const std::string commit = commit_asked(*repository, tree_request);
  // A description may name any file of the tree; the built-in families need only these.
  const fs::path below = repository->prefix();
  std::vector<std::string> parts;
  if (tree_request.kernels_files.empty() && !tree_request.is_whole)
    for (const char* text : {"kernels", "variants", "bench"})
      parts.push_back((below / text).generic_string());
  const fs::path root = scratch / "files";
  fs::create_directories(root / below);
  repository->extract(commit, parts, root);
  return {.record = {.name = tree_request.name, .commit = commit},
          .root = fs::canonical(root),
          .prefix = below};
}

}  // namespace

side_tree open_tree(const tree_request& tree_request, const fs::path& scratch) {
  const bool is_folder = fs::is_directory(tree_request.name);
  if (is_folder && has_wanted(tree_request.name, tree_request))
    return folder_tree(tree_request, scratch);
  // A folder may have the name of a revision; the one with kernels to compare is used.
  const bool is_path = tree_request.name.find('/') != std::string::npos ||
                       tree_request.name == "." || tree_request.name == "..";
  const auto as_folder = [&] {
    if (tree_request.kernels_files.empty()) refuse_without_kernels(tree_request, "folder");
    return folder_tree(tree_request, scratch);
  };
  if (is_folder && is_path) return as_folder();
  side_tree tree;
  try {
    tree = revision_tree(tree_request, scratch);
  } catch (const usage_error&) {
    if (!is_folder) throw;
    return as_folder();
  }
  if (tree_request.kernels_files.empty() && !has_wanted(tree.folder(), tree_request))
    refuse_without_kernels(tree_request, "revision");
  return tree;
}

void align(side_tree& base, side_tree& head) {
  if (base.prefix == head.prefix) return;
  for (side_tree* side_tree : {&base, &head}) {
    side_tree->root_in_repository = side_tree->prefix;
    if (!side_tree->overlay.empty()) side_tree->overlay /= side_tree->prefix;
    side_tree->root /= side_tree->prefix;
    side_tree->prefix.clear();
  }
}

}  // namespace warpmark::gate
