#include "cli/interpreter_limit_options.hpp"

#include "base/usage_error.hpp"
#include "cli/duration.hpp"

namespace warpmark {

void interpreter_limit_options::add_to(CLI::App& verb) {
  verb.add_option("--instruction-limit", instructions,
                  "Stop a point after this many warp instructions (simt only); default: none, but "
                  "see --loop-limit")
      ->type_name("COUNT");
  verb.add_option("--loop-limit", loop_time,
                  "Stop a block that repeats a loop without a foreseeable end for this CPU time "
                  "(simt only); default: 3s, or none with --instruction-limit")
      ->type_name("TIME");
}

interpreter_limits interpreter_limit_options::limits() const {
  interpreter_limits result{.instructions = instructions};
  if (instructions == 0)
    throw usage_error("--instruction-limit 0: expected a number of warp instructions above 0");
  if (instructions) result.loop_seconds.reset();
  if (!loop_time.empty()) result.loop_seconds = parse_duration_seconds("--loop-limit", loop_time);
  return result;
}

}  // namespace warpmark
