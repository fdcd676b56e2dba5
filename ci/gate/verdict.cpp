#include "ci/gate/verdict.hpp"

#include <stdexcept>

namespace warpmark::gate {

std::string_view name(verdict of) {
  switch (of) {
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

}  // namespace warpmark::gate
