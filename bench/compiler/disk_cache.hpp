#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// Compiled kernels in a folder, by key (hexadecimal digits). Several processes may share it:
/// entries appear whole by a rename, and a damaged entry counts as absent.
class disk_cache {
 public:
  /// An empty path turns the cache off. Makes the folder.
  explicit disk_cache(std::filesystem::path folder);

  /// The entry, if there is a whole one. Never throws.
  std::optional<compiled_kernel> load(const std::string& key) const;

  /// Never throws: a cache that cannot be written to only costs time; trouble() says so.
  void store(const std::string& key, const compiled_kernel& kernel);

  /// Why entries are not kept, or empty.
  const std::string& trouble() const { return trouble_; }

 private:
  std::filesystem::path path_of(const std::string& key) const;

  std::filesystem::path folder_;
  std::string trouble_;
};

}  // namespace warpmark::compiler
