#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/core/drift_watch.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// The reference times of a run, by card and kind.
class reference_series {
 public:
  /// `line`: a reference's line in the journal.
  void add(const journal::json& line);

  /// The drift of each series that is long enough, by the kind of work ("memory", "chain"),
  /// followed by the card's UUID if there are several cards.
  std::map<std::string, drift_report> assess() const;

 private:
  std::map<std::string, std::map<std::string, std::vector<double>>> times_ns_;  // Card, kind.
};

}  // namespace warpmark
