#include "tuning/profile/profile_of_tuning.hpp"

#include "tuning/profile/make_profile.hpp"

namespace warpmark::tuning {

profile profile_of_tuning(const std::filesystem::path& journal, const std::string& state,
                          double margin, const std::vector<std::uint64_t>& held_out) {
  const auto all = read_measured_journal(journal);
  const std::vector tuned = {of_phases(all, {"final", "cross"})};
  // A tuning uses one card.
  return make_profiles(
             {.tuned = tuned, .confirmed = {}, .held_out = {}, .held_out_sizes = held_out},
             {.state = state}, {}, {.equality = margin})
      .profiles.front();
}

}  // namespace warpmark::tuning
