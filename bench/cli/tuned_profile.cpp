#include "bench/cli/tuned_profile.hpp"

#include <fmt/format.h>

#include "bench/cli/profile_tables.hpp"
#include "tuning/profile/make_profile.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark {

using namespace tuning;

void write_profile(const std::string& journal, const tune_options& options,
                   const std::vector<std::uint64_t>& held_out) {
  const auto all = read_measured_journal(journal);
  const std::vector tuned = {of_phases(all, {"final", "cross"})};
  const profile made =
      make_profile({.tuned = tuned, .confirmed = {}, .held_out = {}, .held_out_sizes = held_out},
                   {.state = options.state}, {}, {.equality = options.margin()});
  tuning::write_profile(made, options.output);
  if (!options.as_json) fmt::print("\n{}profile: {}\n", profile_table(made), options.output);
}

}  // namespace warpmark
