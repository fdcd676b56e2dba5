#include "ci/gate/timing/subjects.hpp"

#include <fmt/format.h>

#include "ci/gate/timing/calibrators.hpp"

namespace warpmark::gate {

void timing_subjects::add(timed_point point, round_subject subject) {
  subject.key = point.key;
  subject.role = point.role;
  points.push_back(std::move(point));
  measured.push_back(std::move(subject));
}

void timing_subjects::add_calibrators(double planted) {
  const auto& names = calibrators::names();
  for (std::size_t i = 0; i < names.size(); ++i)
    add({.key = names[i],
         .family = "calibrator",
         .role = point_role::calibrator,
         .resource = calibrators::resource(i)},
        {.calibrator = i});
  if (planted <= 0) return;
  const std::string key = fmt::format("{} + {:g} %", names[calibrators::planted()], 100 * planted);
  add({.key = key,
       .family = "calibrator",
       .role = point_role::positive_control,
       .resource = calibrators::resource(calibrators::planted())},
      {.calibrator = calibrators::planted(), .slowdown = planted});
}

}  // namespace warpmark::gate
