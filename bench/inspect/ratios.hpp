#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpmark::inspect {

/// A quotient of counters, and what its value means.
struct ratio {
  std::string key;   ///< For machines: "global_load_sectors_per_request".
  std::string name;  ///< For people.
  double value = 0;
  std::string remark;  ///< "best 1", …
};

/// The quotients whose counters are not zero.
std::vector<ratio> ratios_of(const std::map<std::string, std::uint64_t>& counters);

}  // namespace warpmark::inspect
