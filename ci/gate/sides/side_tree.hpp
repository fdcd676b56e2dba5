#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Which tree is wanted, and what for.
struct tree_request {
  std::string option;  ///< "--base" or "--head", for errors.

  /// A folder; or a revision of the repository around the working folder; or one followed by
  /// "...", which is the newest commit that it has in common with the head.
  std::string name;

  /// The descriptions of kernels that are compared, relative to the tree's folder, or anywhere if
  /// absolute. Empty: the tree must have a folder `kernels`.
  std::vector<std::filesystem::path> kernels_files = {};

  /// Of the head, for "...".
  std::optional<std::string> head_commit = {};
};

/// The files of one side.
struct side_tree {
  side_record record;          ///< But for the digest.
  std::filesystem::path root;  ///< Canonical. Nothing outside of it is read.

  /// The folder that was asked for, or the working folder for a revision, relative to the root,
  /// which is then the top of a repository; empty if they are the same.
  std::filesystem::path prefix = {};

  /// Holds the files that checking out changed, as the repository stores them; need not be there.
  std::filesystem::path overlay = {};

  /// Where the root is in its repository; empty if it is its top or in none.
  std::filesystem::path root_in_repository = {};

  std::filesystem::path folder() const { return root / prefix; }
  source_tree files() const { return source_tree::closed(root, overlay); }
};

/// Finds the tree; a revision's files, and those that checking out changed, are written to folders
/// below `scratch`, one that need not be there. Throws usage_error: no such revision, a folder
/// without `kernels`, a shallow clone.
side_tree open_tree(const tree_request& tree_request, const std::filesystem::path& scratch);

/// Makes places in both trees comparable: where the compared folders are in different places of
/// their repositories, each becomes the root of its tree.
void align(side_tree& base, side_tree& head);

}  // namespace warpmark::gate
