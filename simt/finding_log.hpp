#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "simt/execution/lane_context.hpp"
#include "simt/finding.hpp"

namespace warpmark::simt {

enum class finding_kind : std::uint8_t {
  out_of_bounds,
  misaligned,
  divergent_barrier,
  missing_lanes,
  deadlock,
  uninitialised_read,
  shared_race,
  global_race,
  missing_syncwarp,
  write_conflict,
  barrier_mismatch,
  execution_limit,
  griddepcontrol_order,
  unfinished_copy,
  unfinished_wgmma,
  missing_wgmma_fence,
  missing_proxy_fence,
  mbarrier_not_initialised,
  mbarrier_phase_reuse,
  mbarrier_overflow,
  exited_block,
  count
};

/// The other side of a finding.
struct conflicting_access {
  std::uint32_t site = 0;
  std::uint64_t block = 0;  ///< Linear index.
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;
};

/// The findings of one launch on one host thread, each once per instruction and kind.
class finding_log {
 public:
  explicit finding_log(const kernel_program& program);

  /// Whether this kind has been reported at this site. Marks it as reported.
  bool first_time(finding_kind kind, std::uint32_t site);
  /// The same for a pair of sites, in either order.
  bool first_time(finding_kind kind, std::uint32_t site, std::uint32_t other);
  void add(finding_kind kind, std::uint32_t site, const lane_context& where, std::uint32_t lanes,
           const std::string& message, const std::optional<conflicting_access>& other = {});

  struct entry {
    warpmark::finding finding;
    std::uint64_t block = 0;  ///< Linear index.
    std::uint64_t order = 0;  ///< Sequence number on this thread.
    std::uint64_t other_block = 0;
    int ptx_line = 0;
  };
  const std::vector<entry>& entries() const { return entries_; }

 private:
  const kernel_program& program_;
  std::vector<bool> reported_;
  std::set<std::tuple<finding_kind, std::uint32_t, std::uint32_t>> reported_pairs_;
  std::vector<entry> entries_;
};

/// Whether two findings have the same kind, kernel and line (and other line, in either order).
bool same_rule_broken(const finding& a, const finding& b);

/// The findings of all threads in block order, without duplicates.
std::vector<finding> merge_findings(const std::vector<const finding_log*>& logs,
                                    const extent3& grid);

}  // namespace warpmark::simt
