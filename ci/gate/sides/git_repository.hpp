#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ci/gate/sides/blob_writer.hpp"

namespace warpmark::gate {

/// A git repository, read only: neither work tree nor index is ever modified.
class git_repository {
 public:
  /// The repository that contains `folder`; nullopt if there is none, or without git.
  static std::optional<git_repository> around(const std::filesystem::path& folder);

  /// The top of the work tree, canonical.
  const std::filesystem::path& top() const { return top_; }

  /// Where `folder` is in the work tree: "" at its top, else "sub/folder".
  const std::string& prefix() const { return prefix_; }

  /// The full hash of the commit that a revision names. Throws usage_error with `option`, similar
  /// names, and a hint for shallow clones.
  std::string commit_of(const std::string& revision, const std::string& option) const;

  /// The newest common ancestor. Throws likewise.
  std::string merge_base(const std::string& one, const std::string& other,
                         const std::string& option) const;

  /// Whether `commit` is `later` or one of its ancestors. Throws usage_error, naming `option`, if
  /// `commit` is no revision.
  bool is_in(const std::string& commit, const std::string& later, const std::string& option) const;

  /// The commit of the work tree; nullopt if there is none yet.
  std::optional<std::string> head_commit() const;

  /// Whether the folder has uncommitted changes or new files.
  bool is_dirty() const;

  /// Writes the files of a commit that are in one of `parts`, paths from the top that need not
  /// exist, to `to`; all files if `parts` is empty. They are written as stored, ignoring the
  /// commit's attributes. Throws usage_error if git fails, and for a tree that
  /// require_writable_tree refuses.
  void extract(const std::string& commit, const std::vector<std::string>& parts,
               const std::filesystem::path& to) const;

  /// Writes to `to` the unmodified files of the work tree that differ from their stored form
  /// because attributes (filter, ident, eol, working-tree-encoding) converted them at checkout.
  /// They are written as stored.
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
