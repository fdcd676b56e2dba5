#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Selects a tree and the kernels to compare in it.
struct tree_request {
  std::string option;  ///< "--base" or "--head", for errors.

  /// A folder; a revision of the repository that contains the working folder; or a revision
  /// followed by "...", which is its newest common ancestor with the head.
  std::string name;

  /// The kernels files to compare, relative to the tree's folder, or anywhere if absolute. Empty:
  /// the tree must have a folder `kernels`.
  std::vector<std::filesystem::path> kernels_files = {};

  /// The head's commit, for "...".
  std::optional<std::string> head_commit = {};

  /// Whether any folder or revision will do, and is needed as a whole: a plugin is built from it.
  bool is_whole = false;
};

/// The files of one side.
struct side_tree {
  side_record record;          ///< Without the digest.
  std::filesystem::path root;  ///< Canonical. Nothing outside of it is read.

  /// The requested folder, or the working folder for a revision, relative to the root, which is
  /// then the top of a repository; empty if they are the same.
  std::filesystem::path prefix = {};

  /// Contains the files that checkout converted, as the repository stores them; need not exist.
  std::filesystem::path overlay = {};

  /// The root's path in its repository; empty if it is the top or in no repository.
  std::filesystem::path root_in_repository = {};

  /// The shared library with the side's benchmarks, absolute; empty: they are described by files.
  std::filesystem::path plugin = {};

  std::filesystem::path folder() const { return root / prefix; }
  source_tree files() const { return source_tree::closed(root, overlay); }
};

/// Finds the tree. A revision's files, and those that checkout converted, are written to folders
/// below `scratch`, which need not exist. Throws usage_error: no such revision, a folder without
/// `kernels`, a shallow clone.
side_tree open_tree(const tree_request& tree_request, const std::filesystem::path& scratch);

/// Makes paths in both trees comparable: if the compared folders are at different paths in their
/// repositories, each becomes the root of its tree.
void align(side_tree& base, side_tree& head);

}  // namespace warpmark::gate
