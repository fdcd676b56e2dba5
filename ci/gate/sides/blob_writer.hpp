#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpmark::gate {

/// A file of a commit.
struct tree_entry {
  std::string mode;  ///< "100644", "100755", "120000" for symbolic links, "160000" for submodules.
  std::string object;  ///< Its hash.
  std::size_t bytes = 0;
  std::string path;  ///< Relative to the top, as stored in the tree.
};

/// Limits on the files and bytes of a compared commit. Larger single files are excluded from the
/// sum: they are replaced by a sparse file of their size, which no reader accepts.
inline constexpr std::size_t max_tree_files = 200'000;
inline constexpr std::size_t max_tree_bytes = std::size_t{2} << 30;
inline constexpr std::size_t max_blob_bytes = std::size_t{1} << 30;

/// Throws usage_error, prefixed with `name`, beyond these limits, for paths that a work tree must
/// not have ("..", ".git"), and for duplicate paths.
void require_writable_tree(const std::vector<tree_entry>& entries, const std::string& name);

/// Writes files to a new or empty folder as they are stored; attributes are ignored. Symbolic links
/// are created last, so that nothing is written through one. The entries must have passed
/// `require_writable_tree`.
class blob_writer {
 public:
  explicit blob_writer(std::filesystem::path folder);

  void add(const tree_entry& entry, const std::string& contents);
  void add_stand_in(const tree_entry& entry);

  /// Creates the symbolic links.
  void finish();

 private:
  std::filesystem::path folder_;
  std::vector<std::pair<std::string, std::string>> links_;  // Path and target.
};

}  // namespace warpmark::gate
