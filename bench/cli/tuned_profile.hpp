#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/cli/tune_options.hpp"

namespace warpmark {

/// Makes the profile that `tune -o` asks for from its journal alone, as all is that is made of
/// measurements, and prints it, but not beside JSON. Throws usage_error if it cannot be written.
void write_profile(const std::string& journal, const tune_options& options,
                   const std::vector<std::uint64_t>& held_out);

}  // namespace warpmark
