#pragma once

#include <string>
#include <vector>

#include "bench/journal/lines.hpp"
#include "cli/doctor/fleet_hosts.hpp"

namespace warpmark {

/// What `warpmark doctor --json` said on one host.
struct host_report {
  fleet_host host;
  std::string trouble;     ///< Why there is no answer, or what a run would miss there; else empty.
  journal::json findings;  ///< The answer; null without one.
};

/// Asks all hosts at once, by `ssh HOST PROGRAM doctor --json`, in their order. A host that does
/// not answer within the limit has a trouble. Throws usage_error for a command line that is none.
std::vector<host_report> ask_hosts(const fleet& fleet);

}  // namespace warpmark
