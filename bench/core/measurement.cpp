#include "bench/core/measurement.hpp"

namespace warpmark {

std::string_view name(point_status status) {
  switch (status) {
    case point_status::ok:
      return "ok";
    case point_status::wrong:
      return "wrong";
    case point_status::crashed:
      return "crashed";
    case point_status::timed_out:
      return "timed_out";
    case point_status::skipped:
      return "skipped";
    case point_status::failed:
      break;
  }
  return "failed";
}

statistics::sample_summary times_of(const observation& seen) {
  statistics::sample_summary times = statistics::summarise(seen.samples_ns);
  times.median = *seen.median_ns();
  if (seen.median_interval) {
    times.ci_lo = seen.median_interval->lo;
    times.ci_hi = seen.median_interval->hi;
  }
  return times;
}

}  // namespace warpmark
