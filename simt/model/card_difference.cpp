#include "simt/model/card_difference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpmark::model {

double constant_difference::fraction() const {
  const double smaller = std::min(before, after), larger = std::max(before, after);
  if (larger == smaller) return 0;
  return smaller > 0 ? larger / smaller - 1 : std::numeric_limits<double>::infinity();
}

std::vector<constant_difference> differing_constants(const card_file& before,
                                                     const card_file& after, double tolerance,
                                                     double min_increment) {
  std::vector<constant_difference> found;
  for (const auto& field : constant_fields()) {
    const constant_difference difference{std::string(field.key), before.constants.*field.member,
                                         after.constants.*field.member};
    if (difference.fraction() <= tolerance) continue;
    if (field.may_be_zero && std::abs(difference.before - difference.after) <= min_increment)
      continue;
    found.push_back(difference);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& left, const auto& right) {
    return left.fraction() > right.fraction();
  });
  return found;
}

}  // namespace warpmark::model
