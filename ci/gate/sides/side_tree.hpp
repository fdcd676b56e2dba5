#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Which tree is wanted, and what for.
struct tree_request {
  std::string option;  ///< "--base" or "--head", for errors.

  /// A folder; or a revision of the repository around the working folder; or one followed by
  /// "...", which is the newest commit that it has in common with the head.
  std::string asked;

  /// The description of kernels that the tree must hold, relative to it, or anywhere if absolute.
  /// Empty: the tree must have a folder `kernels`.
  std::filesystem::path kernels_file = {};

  /// Of the head, for "...".
  std::optional<std::string> head_commit = {};
};

/// The files of one side.
struct side_tree {
  side_record record;  ///< But for the digest.
  std::filesystem::path root;
};

/// Finds the tree; a revision's files are written to `scratch`, a folder that need not be there.
/// Throws usage_error: no such revision, a folder without what is needed, a shallow clone.
side_tree open_tree(const tree_request& wanted, const std::filesystem::path& scratch);

}  // namespace warpmark::gate
