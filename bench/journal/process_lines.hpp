#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// The event of a point's measurement in one of several processes.
inline constexpr const char* process_event = "process";

/// A measurement's line as that of process `number`, from 1.
json process_line(json measurement, std::size_t number);

/// The measurement's line of a point that was measured in these processes, at least one, in order.
/// All of them ok: times_ns is that of statistics::pool_processes, and `processes` has its parts.
/// Else it is the line of the first that is not ok, with its reason.
///
/// Its mean, p05 and p95 are geometric means over processes, its n, busy_ns and wall_s sums. What
/// warns of the machine in any process warns of the point, what warns of the samples (bimodal,
/// not_precise, not_steady) if it does in more than half of them.
json pooled_line(const std::vector<json>& processes);

/// The processes in which points were measured that are not measured in all of them yet. Holds
/// their lines, some 2 KB each.
class process_record {
 public:
  explicit process_record(std::size_t num_processes) : num_processes_(num_processes) {}

  /// A line of this event, whose number must be from 1 to the number of processes, and whose times
  /// must be such: else throws usage_error, prefixed by `place`, or json::exception. Of two with
  /// one number the first is kept.
  void add(const json& line, const std::string& place);

  /// Drops the lines of a point.
  void forget(const std::string& key);

  bool has(const std::string& key, std::size_t number) const;

  /// The line of a point that needs no further process, which it drops: it was measured in all, or
  /// one was not ok. Else null.
  json take_pooled(const std::string& key);

  bool empty() const { return lines_.empty(); }
  std::size_t num_processes() const { return num_processes_; }

  /// The number of lines held of points with a key that `is_planned`.
  std::size_t count(const std::function<bool(const std::string& key)>& is_planned) const;

 private:
  std::size_t num_processes_;
  std::map<std::string, std::map<std::size_t, json>> lines_;  ///< By key, then number.
};

}  // namespace warpmark::journal
