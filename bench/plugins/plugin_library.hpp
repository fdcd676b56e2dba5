#pragma once

#include <memory>
#include <string>
#include <vector>

#include "include/warpmark/plugin.h"

namespace warpmark::plugins {

/// A shared library with benchmarks (docs/plugins.md), opened and never closed: code of it may
/// still be referred to when the program ends.
class plugin_library {
 public:
  /// Opens it and reads its description. Throws usage_error "PATH: why" for a file that is no
  /// plugin, or of another major version.
  explicit plugin_library(const std::string& path);

  const std::string& path() const { return path_; }
  const std::string& name() const { return name_; }

  /// Of this program's version of the structures, whatever the plugin was compiled with.
  const std::vector<warpmark_family>& families() const { return families_; }
  const std::vector<warpmark_variant>& variants() const { return variants_; }

 private:
  std::string path_, name_;
  std::vector<warpmark_family> families_;
  std::vector<warpmark_variant> variants_;
};

/// The structures of an array of `count`, whose elements begin with their size.
template <class Struct>
std::vector<Struct> present(const Struct* items, std::size_t count);

/// Whether the file is an ELF file: a plugin is, a kernels file is not. False for files that cannot
/// be read.
bool is_shared_library(const std::string& path);

/// Opens the plugin and plans its base points in another process, which a plugin may crash or hold
/// up. Throws usage_error if it does.
void try_to_open(const std::string& path);

}  // namespace warpmark::plugins
