#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/simt/conformance/entry.hpp"

namespace conformance {

/// The result's bits for operands' bits.
using reference = std::function<std::uint64_t(const std::vector<std::uint64_t>&)>;

/// The host's own arithmetic for an exact entry, independent of the interpreter; empty where there
/// is none, so that only a record can judge.
reference reference_of(const entry& e);

}  // namespace conformance
