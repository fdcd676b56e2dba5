#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/simt/execution/lane_context.hpp"

namespace warpmark::simt {

enum class finding_kind : std::uint8_t {
  out_of_bounds,
  misaligned,
  divergent_barrier,
  missing_lanes,
  deadlock,
  count
};

/// The rules broken in one launch, on one host thread: each once per instruction and kind.
class finding_log {
 public:
  explicit finding_log(const kernel_program& program);

  /// Whether this kind has been reported at this site; if not, it now counts as reported.
  bool first_time(finding_kind kind, std::uint32_t site);
  void add(finding_kind kind, std::uint32_t site, const lane_context& where, std::uint32_t lanes,
           const std::string& message);

  struct entry {
    finding what;
    std::uint64_t block = 0;  ///< Linear index.
    std::uint64_t order = 0;  ///< In which this thread found it.
    int ptx_line = 0;
  };
  const std::vector<entry>& entries() const { return entries_; }

 private:
  const kernel_program& program_;
  std::vector<bool> reported_;
  std::vector<entry> entries_;
};

/// The findings of all threads, in the order of their blocks: one a kernel, line and kind.
std::vector<finding> merge_findings(const std::vector<const finding_log*>& logs,
                                    const extent3& grid);

}  // namespace warpmark::simt
