#include "bench/cli/tuned_profile.hpp"

#include <fstream>

#include <fmt/format.h>

#include "bench/cli/profile_tables.hpp"
#include "bench/core/usage_error.hpp"
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
  std::ofstream file(options.output, std::ios::binary);
  file << to_json(made).dump(1) << "\n";
  file.close();
  if (!file) throw usage_error(fmt::format("cannot write -o {}", options.output));
  fmt::print("\n{}profile: {}\n", profile_table(made), options.output);
}

}  // namespace warpmark
