#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/tune/tune_options.hpp"

namespace warpmark {

/// Throws usage_error if `tune -o` names a profile of modelled times, a file that exists, or one in
/// a folder that is not writable. Called before measuring, so that no measurements are lost.
void refuse_useless_profile(const tune_options& options, bool modelled);

/// Makes the profile of `tune -o` from its journal alone and prints it, except with --json. Throws
/// usage_error if it cannot be written.
void write_profile(const std::string& journal, const tune_options& options,
                   const std::vector<std::uint64_t>& held_out);

}  // namespace warpmark
