#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpmark::simt {

/// How often a warp executed branches back.
class branch_trace {
 public:
  struct entry {
    std::uint32_t site = 0;
    std::uint64_t count = 0;
  };

  void note(std::uint32_t site) {
    if (last_ >= entries_.size() || entries_[last_].site != site) find(site);
    ++entries_[last_].count;
  }
  const std::vector<entry>& entries() const { return entries_; }
  void clear() { entries_.clear(), last_ = 0; }

 private:
  void find(std::uint32_t site);

  std::vector<entry> entries_;
  std::size_t last_ = 0;
};

}  // namespace warpmark::simt
