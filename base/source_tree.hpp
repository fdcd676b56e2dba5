#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/input_limits.hpp"

namespace warpmark {

/// Where files that somebody else may have written are read from: sources, what they include, data.
/// Every such file is read here, so that nothing outside of the tree can show in a message.
class source_tree {
 public:
  /// Of a closed tree's files of data; sources and descriptions have the limits of base.
  static constexpr std::size_t max_data_bytes = input::gib;

  /// Any file that the user may read: for kernels that the user runs.
  source_tree() = default;

  /// Only regular files in `root`, a canonical path, of limited size. Refused are paths that leave
  /// it, also by symbolic links; git's own folders; and other repositories in it, such as
  /// submodules. Where `overlay`, a folder that need not be there, has a file of the same place, it
  /// is read instead.
  static source_tree closed(std::filesystem::path root, std::filesystem::path overlay = {});

  bool is_closed() const { return !root_.empty(); }

  /// What a file holds. Relative paths start from the root of a closed tree, else from the working
  /// folder. Throws usage_error "PATH: why", with the path relative to a closed tree.
  std::string read(const std::filesystem::path& path,
                   std::size_t max_bytes = input::max_source_bytes) const;

  /// Whether read() finds a regular file there. False, too, for what it refuses.
  bool has(const std::filesystem::path& path) const;

  /// A path relative to a closed tree, '/' between its parts; as it is for other paths.
  std::string place(const std::filesystem::path& path) const;

  /// The name that the compiler gets for a file: of a closed tree, its place below a folder that
  /// does not exist, so that it is the same for all versions of the tree.
  std::string compiled_name(const std::filesystem::path& path) const;

  /// The place of such a name; as it is for other names.
  static std::string place_of_compiled_name(const std::string& name);

  /// A message with places instead of such names.
  static std::string with_places(std::string message);

 private:
  std::filesystem::path root_, overlay_;
};

}  // namespace warpmark
