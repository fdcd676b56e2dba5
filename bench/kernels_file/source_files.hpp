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

/// The source files of a description, each read once. A source's digest covers its text and every
/// file that it includes, directly or indirectly, from its own folder or the include folders. Other
/// includes belong to the toolkit.
///
/// For a closed tree the compiler gets all texts under unique names, and searches only the
/// toolkit's folders.
class source_files {
 public:
  explicit source_files(const source_tree& tree) : tree_(tree) {}

  /// Throws usage_error "WHERE: …" for files that cannot be read, and for an #include without a
  /// literal file name: changes of that file would not change the cache key.
  std::shared_ptr<const outside_source> get(const std::filesystem::path& path,
                                            const inspect::compile_settings& settings,
                                            const std::string& where);

  /// All files read so far, by path.
  std::vector<file_record> files() const;

 private:
  // Reads a file with PTX; leaves `made` as it is for others.
  void read_ptx(const std::filesystem::path& path, outside_source& made) const;

  // Makes a source and `headers` independent of files.
  void seal(const std::filesystem::path& path, const inspect::compile_settings& settings,
            std::vector<compiler::header_text>& headers, outside_source& made) const;

  const source_tree& tree_;
  std::map<std::string, std::shared_ptr<const outside_source>> known_;
};

}  // namespace warpmark::kernels_file
