#include "ci/gate/decision/rounds.hpp"

#include <cmath>

namespace warpmark::gate {

double round_pair::log_ratio() const { return std::log(head.time_ns / base.time_ns); }

}  // namespace warpmark::gate
