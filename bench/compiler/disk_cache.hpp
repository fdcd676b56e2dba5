#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// Compiled kernels in a folder, by key (hexadecimal digits). Several processes may share it:
/// entries are written atomically by a rename, and a damaged entry counts as absent.
class disk_cache {
 public:
  /// Creates the folder. An empty path disables the cache.
  explicit disk_cache(std::filesystem::path folder);

  /// The entry, if there is a valid one. Never throws.
  std::optional<compiled_kernel> load(const std::string& key) const;

  /// Never throws: an unwritable cache only costs time; trouble() reports it.
  void store(const std::string& key, const compiled_kernel& kernel);

  /// Why entries are not stored, or empty.
  const std::string& trouble() const { return trouble_; }

 private:
  std::filesystem::path path_of(const std::string& key) const;

  std::filesystem::path folder_;
  std::string trouble_;
};

}  // namespace warpmark::compiler
