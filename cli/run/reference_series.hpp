#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/core/drift_watch.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// The references of a run, kept by card and kind.
class reference_series {
 public:
  /// `line`: a reference as the journal has it.
  void add(const journal::json& line);

  /// The drift of each series that is long enough, by the kind of work ("memory", "chain"), and
  /// behind it the card's UUID if there are several cards.
  std::map<std::string, drift_report> assess() const;

 private:
  std::map<std::string, std::map<std::string, std::vector<double>>> times_ns_;  // Card, kind.
};

}  // namespace warpmark
