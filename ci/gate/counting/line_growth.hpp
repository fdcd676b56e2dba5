#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ci/gate/counting/counter_changes.hpp"
#include "ci/gate/gate_finding.hpp"
#include "ci/gate/sides/changed_places.hpp"
#include "simt/interpreter.hpp"

namespace warpmark::gate {

/// By how much each line's counters grew from the base to the head. Lines of the base are
/// attributed to their position in the head; removed lines are not counted.
class line_growth {
 public:
  line_growth(const side& base, const side& head, changed_places& places,
              const std::vector<simt::line_counters>& before,
              const std::vector<simt::line_counters>& after);

  /// The line of the head at which the counter grew most; without a file if it grew at no line.
  source_place worst(const std::string& counter) const;

 private:
  std::map<std::string, std::map<std::pair<std::string, int>, double>> growth_;
};

}  // namespace warpmark::gate
