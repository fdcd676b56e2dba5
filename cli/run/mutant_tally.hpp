#pragma once

#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// What a run found of the mutants in it, beside what each of them names: what `run` prints at its
/// end if there were any.
class mutant_tally {
 public:
  /// `line`: the measurement as the journal has it. Of sound variants nothing is kept.
  void add(const point& point, const journal::json& line);

  /// "as named" where just what the mutant names was found; "caught" where that was something else,
  /// as on a card, which has no findings: more, less, or only a wrong result; "not caught".
  static std::string verdict(const point& point, const journal::json& line);

  /// A table and its sum, or "" if there was no mutant.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace warpmark
