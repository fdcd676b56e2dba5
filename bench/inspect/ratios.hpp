#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpmark::inspect {

/// A ratio of two counters, with a remark on its value.
struct ratio {
  std::string key;   ///< JSON key: "global_load_sectors_per_request".
  std::string name;  ///< Display name.
  double value = 0;
  std::string remark;  ///< "best 1", …
};

/// The ratios whose counters are not zero.
std::vector<ratio> ratios_of(const std::map<std::string, std::uint64_t>& counters);

}  // namespace warpmark::inspect
