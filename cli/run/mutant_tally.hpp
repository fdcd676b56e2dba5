#pragma once

#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// Compares a run's findings on mutants with those that each mutant names; `run` prints it at its
/// end if there were any.
class mutant_tally {
 public:
  /// `line`: the measurement's line in the journal. Other variants are ignored.
  void add(const point& point, const journal::json& line);

  /// "as named" if exactly the named findings were made; "caught" if others were: more, fewer, or,
  /// as on a card, only a wrong result; "not caught".
  static std::string verdict(const point& point, const journal::json& line);

  /// A table with a summary, or "" if there was no mutant.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace warpmark
