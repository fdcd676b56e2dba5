#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace conformance {

/// The corner cases of an operand type, the most telling first.
std::vector<std::uint64_t> special_values(const std::string& type);

}  // namespace conformance
