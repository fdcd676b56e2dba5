#pragma once

#include "cli/run/run_options.hpp"
#include "cli/verbs.hpp"

namespace warpmark {

/// Serves the selected points from the record of --from into a journal. Points that it lacks are
/// skipped, and make the exit status 5. Throws usage_error.
int run_record(run_options options, const argument_list& argv);

}  // namespace warpmark
