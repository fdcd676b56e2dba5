#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "bench/inspect/specification.hpp"
#include "bench/kernels_file/description.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::kernels_file {

/// SHA-256 of a file's bytes, hexadecimal. Throws usage_error "WHERE: PATH: why".
std::string digest_of(const std::filesystem::path& path, const std::string& where,
                      const source_tree& tree);

/// The source files of a description, each read once. A source's digest is over its text and over
/// every file that it includes from its own folder or the include folders, however deep; what is
/// found in neither is the toolkit's.
///
/// Of a closed tree the compiler gets all texts, and names that mean these alone; it looks for
/// files in the toolkit's folders only.
class source_files {
 public:
  explicit source_files(const source_tree& tree) : tree_(tree) {}

  /// Throws usage_error "WHERE: …" for files that cannot be read, and for an #include whose file is
  /// not written out: a kept kernel could not know that it has changed.
  std::shared_ptr<const outside_source> get(const std::filesystem::path& path,
                                            const inspect::compile_settings& settings,
                                            const std::string& where);

  /// All that have been read, by path.
  std::vector<file_record> files() const;

 private:
  // Makes a source and `headers` independent of files.
  void seal(const std::filesystem::path& path, const inspect::compile_settings& settings,
            std::vector<compiler::header_text>& headers, outside_source& made) const;

  const source_tree& tree_;
  std::map<std::string, std::shared_ptr<const outside_source>> known_;
};

}  // namespace warpmark::kernels_file
