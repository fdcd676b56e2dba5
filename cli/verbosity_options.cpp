#include "cli/verbosity_options.hpp"

#include "base/verbosity.hpp"

namespace warpmark {

void add_verbosity(CLI::App& verb) {
  auto* quiet = verb.add_flag_callback(
      "-q,--quiet", [] { set_verbosity(verbosity::quiet); },
      "No progress and no notes on stderr; errors and results remain");
  verb.add_flag_callback(
          "-v,--verbose", [] { set_verbosity(verbosity::verbose); },
          "A line on stderr for each step, as for each point that is measured")
      ->excludes(quiet);
}

}  // namespace warpmark
