#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpmark::simt {

/// The printf output of the kernels on one host thread.
class print_log {
 public:
  /// Appends to the output of a block. Only the first megabyte per block is kept.
  void add(std::uint64_t block, const std::string& text);

  struct entry {
    std::uint64_t block;  ///< Linear index.
    std::string text;
  };
  const std::vector<entry>& entries() const { return entries_; }

 private:
  std::vector<entry> entries_;
};

/// The output of all blocks up to `last`, sorted by block index and, within a block, by time.
std::string merge_prints(const std::vector<const print_log*>& logs, std::uint64_t last);

}  // namespace warpmark::simt
