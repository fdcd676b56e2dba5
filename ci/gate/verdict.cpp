#include "ci/gate/verdict.hpp"

#include <stdexcept>

namespace warpmark::gate {

std::string_view name(verdict outcome) {
  switch (outcome) {
    case verdict::regression:
      return "REGRESSION";
    case verdict::suspect:
      return "SUSPECT";
    case verdict::invalid:
      return "INVALID";
    case verdict::missing:
      return "MISSING";
    case verdict::inconclusive:
      return "INCONCLUSIVE";
    case verdict::improvement:
      return "IMPROVEMENT";
    case verdict::accepted:
      return "ACCEPTED";
    case verdict::added:
      return "NEW";
    case verdict::pass:
      return "PASS";
    case verdict::unchanged:
      return "UNCHANGED";
  }
  throw std::logic_error("a verdict without a name");
}

int exit_status_of(verdict outcome) {
  switch (outcome) {
    case verdict::invalid:
    case verdict::suspect:
      return 4;
    case verdict::regression:
      return 1;
    case verdict::missing:
      return 5;
    case verdict::inconclusive:
      return 3;
    default:
      return 0;
  }
}

}  // namespace warpmark::gate
