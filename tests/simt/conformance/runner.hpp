#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "tests/simt/conformance/entry.hpp"
#include "tests/simt/conformance/inputs.hpp"

namespace conformance {

/// What a backend made of one entry.
struct outcome {
  const entry* of = nullptr;
  input_values inputs;
  std::vector<std::uint64_t> outputs;  ///< Empty if it could not be run.
  std::string trouble;                 ///< Why it could not be run.
};

/// Compiles the entries for `architecture` ("sm_90", "compute_100") in batches, runs each on the
/// backend, and hands on the outcomes in the entries' order. If a batch does not compile, or an
/// entry fails to run, that is the outcome's trouble.
void run_entries(warpmark::backend& machine, warpmark::compiler::kernel_compiler& compiler,
                 const std::vector<entry>& entries, const std::string& architecture,
                 const std::function<void(const outcome&)>& done);

}  // namespace conformance
