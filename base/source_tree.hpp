#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/input_limits.hpp"

namespace warpmark {

/// The source of files from possibly untrusted authors: sources, their includes, data. Every such
/// file is read here, so that no message can reveal files outside of the tree.
class source_tree {
 public:
  /// Limit of data files of a closed tree; sources and descriptions have the limits of base.
  static constexpr std::size_t max_data_bytes = input::gib;

  /// Any file that the user may read: for kernels that the user runs.
  source_tree() = default;

  /// Only regular files of limited size in `root`, a canonical path. Rejects paths that leave it,
  /// also by symbolic links, git's own folders, and other repositories in it, such as submodules.
  /// If `overlay`, an optional folder, has a file at the same place, that file is read instead.
  static source_tree closed(std::filesystem::path root, std::filesystem::path overlay = {});

  bool is_closed() const { return !root_.empty(); }

  /// The contents of a file. Relative paths start at the root of a closed tree, else at the working
  /// folder. Throws usage_error "PATH: why", with the path relative to a closed tree.
  std::string read(const std::filesystem::path& path,
                   std::size_t max_bytes = input::max_source_bytes) const;

  /// Whether read() finds a regular file there; false also for rejected paths.
  bool has(const std::filesystem::path& path) const;

  /// A path relative to a closed tree, with '/' between its parts; other paths unchanged.
  std::string place(const std::filesystem::path& path) const;

  /// The name of a file for the compiler. In a closed tree it is the file's place below a folder
  /// that does not exist, so that it is the same for all versions of the tree.
  std::string compiled_name(const std::filesystem::path& path) const;

  /// The place of such a name; other names unchanged.
  static std::string place_of_compiled_name(const std::string& name);

  /// Replaces such names in a message by places.
  static std::string with_places(std::string message);

 private:
  std::filesystem::path root_, overlay_;
};

}  // namespace warpmark
