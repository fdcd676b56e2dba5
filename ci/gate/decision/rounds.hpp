#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::gate {

/// One side of a point in one round: about 20 samples, taken alternately with the other side's.
struct arm {
  double time_ns = 0;                   ///< exp of the median of the samples' logarithms.
  std::optional<double> clock_hz = {};  ///< Median SM clock while it was measured.
  std::optional<double> power_w = {};
  std::optional<double> temperature_c = {};
  std::uint64_t throttle = 0;  ///< NVML's reasons, ORed over the samples.
  std::size_t samples = 0;
  std::vector<double> samples_ns = {};  ///< In the order taken; empty if they are not kept.
};

/// Both sides of a point in one round.
struct round_pair {
  arm base;
  arm head;
  bool base_first = true;      ///< Whether its first sample was the base's.
  std::string discarded = {};  ///< Why it is not used: a recorded reason.
  bool permanent = false;      ///< Would be discarded again: a side is wrong, faults or hangs.
  /// The number of its call of measure(): pairs of one call share a process.
  std::size_t round = 0;

  double log_ratio() const;  ///< log(head / base): above 0 is slower.
};

/// The role of a point in a timing run.
enum class point_role {
  candidate,         ///< Its code differs: it gets a verdict.
  negative_control,  ///< Its code and launch are equal, so it must not differ.
  calibrator,        ///< A fixed kernel, equal on both sides; serves as a negative control.
  positive_control,  ///< A calibrator with a planted slow-down in the head: must be found.
};

/// What limits the time of a point. A disturbance of the machine may concern one of them alone.
enum class resource_class {
  unknown,  ///< Not stated; see resource_classes().
  memory,   ///< Bandwidth of memory and caches.
  compute,  ///< Execution units, by the clock of the multiprocessors.
  latency,  ///< Launches: near the time of an empty kernel.
};

/// "unknown", "memory", "compute", "latency".
std::string_view name(resource_class resource);

/// A point with its rounds so far.
struct timed_point {
  std::string key;
  std::string family;  ///< For tests over a family; calibrators have their own.
  point_role role = point_role::candidate;
  std::optional<double> min_ns =
      {};  ///< The shortest time that the ceiling allows: faster is SUSPECT.
  std::vector<round_pair> rounds = {};
  resource_class resource = resource_class::unknown;  ///< Stated for calibrators.
};

/// Rounds by their numbers, `end` excluded.
struct round_span {
  std::size_t begin = 0;
  std::size_t end = static_cast<std::size_t>(-1);
  bool contains(std::size_t round) const { return begin <= round && round < end; }
};

/// Equal on both sides by construction: a negative control or a calibrator.
inline bool is_equal_control(const timed_point& point) {
  return point.role == point_role::negative_control || point.role == point_role::calibrator;
}

/// Whether the timing stage reports a finding for the point.
inline bool has_finding(const timed_point& point) {
  return point.role == point_role::candidate || point.role == point_role::negative_control;
}

/// A source of measured pairs: a card through fresh processes, or a model of noise.
class round_source {
 public:
  virtual ~round_source() = default;

  /// Measures one fresh round of the points with these indices and returns their pairs, in that
  /// order. The points, their number and their order are given at construction. Throws
  /// std::runtime_error if the round cannot be measured at all; a pair that could not be measured
  /// is discarded with its reason.
  virtual std::vector<round_pair> measure(const std::vector<std::size_t>& points) = 0;
};

}  // namespace warpmark::gate
