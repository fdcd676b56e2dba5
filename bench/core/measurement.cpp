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

}  // namespace warpmark
