#include "cli/interpreter_limit_options.hpp"

#include <algorithm>

#include "base/input_limits.hpp"
#include "base/processes/process_memory.hpp"
#include "base/usage_error.hpp"
#include "cli/duration.hpp"

namespace warpmark {
namespace {

// A copy of the buffers' contents is made while they are filled.
std::uint64_t default_memory() {
  constexpr std::uint64_t least = std::uint64_t{1} << 30;
  return std::max<std::uint64_t>(least, processes::available_bytes().value_or(0) / 2);
}

}  // namespace

void interpreter_limit_options::add_to(CLI::App& verb) {
  verb.add_option("--instruction-limit", instructions,
                  "Stop a point after this many warp instructions (simt only); default: none, but "
                  "see --loop-limit")
      ->type_name("COUNT");
  verb.add_option("--loop-limit", loop_time,
                  "Stop a block that repeats a loop without a foreseeable end for this CPU time "
                  "(simt only); default: 3s, or none with --instruction-limit")
      ->type_name("TIME");
  verb.add_option("--memory-limit", memory,
                  "Host memory that the interpreter may take for buffers, blocks and checks, as in "
                  "4GiB (simt only); default: half of what is available")
      ->type_name("SIZE");
}

interpreter_limits interpreter_limit_options::limits() const {
  interpreter_limits result{.instructions = instructions};
  if (instructions == 0)
    throw usage_error("--instruction-limit 0: expected a number of warp instructions above 0");
  if (instructions) result.loop_seconds.reset();
  if (!loop_time.empty()) result.loop_seconds = parse_duration_seconds("--loop-limit", loop_time);
  result.memory_bytes =
      memory.empty() ? default_memory() : input::parse_size("--memory-limit", memory);
  return result;
}

}  // namespace warpmark
