#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ci/gate/sides/blob_writer.hpp"

namespace warpmark::gate {

/// A git repository, read only: neither work tree nor index is ever touched.
class git_repository {
 public:
  /// The one that `folder` lies in; nothing if it lies in none, or without git.
  static std::optional<git_repository> around(const std::filesystem::path& folder);

  /// The top of the work tree, canonical.
  const std::filesystem::path& top() const { return top_; }

  /// Where `folder` is in the work tree: "" at its top, else "sub/folder".
  const std::string& prefix() const { return prefix_; }

  /// The full hash of the commit that a revision names. Throws usage_error, naming `option`, near
  /// names, and what to do in a shallow clone.
  std::string commit_of(const std::string& revision, const std::string& option) const;

  /// The newest commit that both come from. Throws likewise.
  std::string merge_base(const std::string& one, const std::string& other,
                         const std::string& option) const;

  /// Whether `commit` is `later` or one that it comes from. Throws usage_error, naming `option`, if
  /// `commit` is no revision.
  bool is_in(const std::string& commit, const std::string& later, const std::string& option) const;

  /// Of the work tree; nothing if there is no commit yet.
  std::optional<std::string> head_commit() const;

  /// Whether the folder has changes, or new files, that no commit holds.
  bool is_dirty() const;

  /// Writes the files of a commit that are in one of `parts`, paths from the top that need not be
  /// there, to `to`; all files for no parts. They are written as they are stored, whatever the
  /// attributes of the commit say. Throws usage_error if git cannot, and for what
  /// require_writable_tree refuses.
  void extract(const std::string& commit, const std::vector<std::string>& parts,
               const std::filesystem::path& to) const;

  /// Writes those files of the work tree to `to` that differ from what the repository stores though
  /// nobody has changed them: attributes (filter, ident, eol, working-tree-encoding) made them so
  /// when they were checked out. They are written as they are stored.
  void extract_converted(const std::filesystem::path& to) const;

 private:
  git_repository(std::filesystem::path folder, std::string prefix)
      : folder_(std::move(folder)), prefix_(std::move(prefix)) {}
  std::vector<std::string> command(const std::vector<std::string>& words) const;
  std::optional<std::string> answer(const std::vector<std::string>& words,
                                    const std::string& input = {}) const;
  std::string shallow_advice() const;
  std::string near_names(const std::string& revision) const;

  std::vector<tree_entry> indexed_files() const;
  std::vector<std::string> without_filters() const;
  void write_blobs(const std::vector<tree_entry>& entries, const std::filesystem::path& to,
                   const std::string& name) const;

  std::filesystem::path folder_, top_;
  std::string prefix_;
};

}  // namespace warpmark::gate
