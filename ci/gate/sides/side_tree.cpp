#include "ci/gate/sides/side_tree.hpp"

#include <vector>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"
#include "ci/gate/sides/git_repository.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view since_common = "...";

// What a tree lacks; empty if it has all.
std::string lack_of(const fs::path& root, const tree_request& wanted) {
  if (wanted.kernels_file.empty())
    return fs::is_directory(root / "kernels") ? ""
                                              : "has no folder kernels/; of kernels of your own, "
                                                "--kernels FILE names the description";
  return fs::is_regular_file(root / wanted.kernels_file)
             ? ""
             : fmt::format("has no file {}", wanted.kernels_file.string());
}

side_tree folder_tree(const tree_request& wanted) {
  side_tree tree{.record = {.asked = wanted.asked}, .root = fs::canonical(wanted.asked)};
  if (const auto repository = git_repository::around(tree.root)) {
    tree.record.commit = repository->head_commit().value_or("");
    tree.record.dirty = repository->is_dirty();
  }
  return tree;
}

std::string commit_asked(const git_repository& repository, const tree_request& wanted) {
  if (!wanted.asked.ends_with(since_common))
    return repository.commit_of(wanted.asked, wanted.option);
  const std::string revision = wanted.asked.substr(0, wanted.asked.size() - since_common.size());
  if (!wanted.head_commit)
    throw usage_error(fmt::format("{} {}: the head is no commit to have one in common with",
                                  wanted.option, wanted.asked));
  return repository.merge_base(repository.commit_of(revision, wanted.option), *wanted.head_commit,
                               fmt::format("{} {}", wanted.option, wanted.asked));
}

side_tree revision_tree(const tree_request& wanted, const fs::path& scratch) {
  const auto repository = git_repository::around(fs::current_path());
  if (!repository)
    throw usage_error(fmt::format(
        "{} {}: no such folder, and {} lies in no git repository whose revision it could be",
        wanted.option, wanted.asked, fs::current_path().string()));
  const std::string commit = commit_asked(*repository, wanted);
  // A description may name any file of the tree; the built-in families need these alone.
  std::vector<std::string> parts;
  if (wanted.kernels_file.empty()) parts = {"kernels", "variants", "bench"};
  repository->extract(commit, parts, scratch);
  return {.record = {.asked = wanted.asked, .commit = commit}, .root = scratch};
}

}  // namespace

side_tree open_tree(const tree_request& wanted, const fs::path& scratch) {
  const bool is_folder = fs::is_directory(wanted.asked);
  if (is_folder && lack_of(wanted.asked, wanted).empty()) return folder_tree(wanted);
  if (is_folder && wanted.asked.find('/') != std::string::npos)
    throw usage_error(fmt::format("{} {}: the folder {}", wanted.option, wanted.asked,
                                  lack_of(wanted.asked, wanted)));
  side_tree tree;
  try {
    tree = revision_tree(wanted, scratch);
  } catch (const usage_error&) {
    if (!is_folder) throw;
    throw usage_error(fmt::format("{} {}: the folder {}", wanted.option, wanted.asked,
                                  lack_of(wanted.asked, wanted)));
  }
  if (const auto lack = lack_of(tree.root, wanted); !lack.empty())
    throw usage_error(fmt::format("{} {}: the revision {}", wanted.option, wanted.asked, lack));
  return tree;
}

}  // namespace warpmark::gate
