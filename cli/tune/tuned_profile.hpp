#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/tune/tune_options.hpp"

namespace warpmark {

/// Throws usage_error if the file exists already, or its folder cannot be written into: what shows
/// when all is measured shows too late.
void refuse_profile_file(const std::string& path);

/// Makes the profile that `tune -o` asks for from its journal alone, as all is that is made of
/// measurements, and prints it, but not beside JSON. Throws usage_error if it cannot be written.
void write_profile(const std::string& journal, const tune_options& options,
                   const std::vector<std::uint64_t>& held_out);

}  // namespace warpmark
