#pragma once

#include <span>
#include <string>

#include "tests/simt/conformance/entry.hpp"

namespace conformance {

/// CUDA C++ with one kernel an entry: k0, k1, …
/// kN(const u64* a, const u64* b, const u64* c, const u64* e, u64* out, unsigned n).
std::string kernel_source(std::span<const entry> entries);

}  // namespace conformance
