#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/profile/losses.hpp"
#include "tuning/profile/measured_points.hpp"
#include "tuning/profile/size_table.hpp"
#include "tuning/profile/timing.hpp"

namespace warpmark::tuning {

inline constexpr std::string_view profile_schema = "warpmark-profile/1";

/// What a profile demands and how it is judged.
struct profile_options {
  double bound = 0.02;       ///< Greatest loss at a tuned size that thresholds may have.
  double equality = 0.01;    ///< A gain over the base of less than this is none: the base is kept.
  double score_floor = 0.9;  ///< Of guarded_score.
};

/// The card of a profile: a kind of card; of which ones, the uuids say.
struct profile_card {
  std::string name;
  std::vector<std::string> uuids;
  std::string compute_capability;
  std::string architecture;
  std::optional<std::uint64_t> multiprocessors = {};  ///< Older profiles do not say.
  std::vector<std::string> driver_versions;
  std::vector<std::string> cuda_versions;   ///< Of the driver.
  std::vector<std::string> nvrtc_versions;  ///< What compiled the kernels.
};

struct profile_source {
  journal_source journal;
  std::string role;  ///< "tuned", "confirmed" or "held_out".
};

/// The best that is known at one tuned size.
struct tuned_size {
  std::uint64_t n = 0;
  candidate winner;
  timing time;
  std::optional<timing> base_time;  ///< Nothing if the base was not measured there.
  std::optional<gain> over_base;
  bool plateau = false;    ///< Nothing is faster than the base by more than `equality`: it is kept.
  bool confirmed = false;  ///< Times are of rounds that were not used for the search.
};

/// What one more config buys.
struct trade_off_step {
  std::size_t segments = 0;
  double worst_loss = 0;
  double mean_loss = 0;
};

/// The steps of one family and type, with all that was known when they were chosen.
struct profile_entry {
  tuning::size_problem size_problem;
  candidate base;
  std::vector<tuned_size> sizes;
  std::vector<policy_step> steps;
  double worst_loss = 0;  ///< At tuned sizes.
  double mean_loss = 0;
  double score = 0;  ///< guarded_score of the losses at tuned sizes.
  std::vector<trade_off_step> curve;
  std::optional<loss_report> held_out;
};

struct profile {
  profile_card card;
  std::string tool_version;
  std::string tool_commit;
  bool tool_dirty = false;
  std::string made_at;  ///< UTC.
  std::uint64_t seed = 0;
  journal::json contract;  ///< How times were taken: the journals' manifest has it.
  profile_options options;
  std::vector<profile_source> sources;
  std::vector<profile_entry> entries;
};

/// "nvidia_h200": what a profile of that card is called, and its namespace in a generated header.
std::string card_identifier(const std::string& card_name);

}  // namespace warpmark::tuning
