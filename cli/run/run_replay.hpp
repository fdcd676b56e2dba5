#pragma once

#include "cli/run/run_options.hpp"
#include "cli/verbs.hpp"

namespace warpmark {

/// Writes the selected points of the record of --from to a journal. Missing points are skipped and
/// make the exit status 5. Throws usage_error.
int run_record(run_options options, const argument_list& argv);

}  // namespace warpmark
