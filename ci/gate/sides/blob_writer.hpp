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
  std::string path;  ///< Relative to the top, as the tree has it.
};

/// At most so many files and bytes of a commit are compared. Larger single files are left out of
/// the sum: they get a stand-in of their size without contents, which no reader accepts.
inline constexpr std::size_t max_tree_files = 200'000;
inline constexpr std::size_t max_tree_bytes = std::size_t{2} << 30;
inline constexpr std::size_t max_blob_bytes = std::size_t{1} << 30;

/// Throws usage_error, with `name` in front, for more than that, for paths that no work tree may
/// have ("..", ".git"), and for a path that is there twice.
void require_writable_tree(const std::vector<tree_entry>& entries, const std::string& name);

/// Writes files to a new or empty folder, as they are stored: no attribute is looked at. Symbolic
/// links are made last, so that nothing is written through one. What `require_writable_tree`
/// refuses must not come here.
class blob_writer {
 public:
  explicit blob_writer(std::filesystem::path folder);

  void add(const tree_entry& entry, const std::string& contents);
  void add_stand_in(const tree_entry& entry);

  /// Makes the symbolic links.
  void finish();

 private:
  std::filesystem::path folder_;
  std::vector<std::pair<std::string, std::string>> links_;  // Path and target.
};

}  // namespace warpmark::gate
