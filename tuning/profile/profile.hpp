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
inline constexpr std::string_view profile_set_schema = "warpmark-profiles/1";

/// The requirements and the scoring of a profile.
struct profile_options {
  double bound = 0.02;       ///< Maximum loss of thresholds at a tuned size.
  double equality = 0.01;    ///< With a smaller gain over the base, the base is kept.
  double score_floor = 0.9;  ///< The floor of guarded_score.
};

/// The card of a profile: a model of card, with the UUIDs of the measured ones.
struct profile_card {
  std::string name;
  std::vector<std::string> uuids;
  std::string compute_capability;
  std::string architecture;
  std::optional<std::uint64_t> multiprocessors = {};  ///< Absent in older profiles.
  std::vector<std::string> driver_versions;
  std::vector<std::string> cuda_versions;   ///< Of the driver.
  std::vector<std::string> nvrtc_versions;  ///< The compilers of the kernels.
  /// The card's times are modelled; its name says so, too.
  std::optional<modelled_origin> modelled = {};
};

/// The program that made a profile.
struct profile_tool {
  std::string version;
  std::string commit;
  bool dirty = false;
};

struct profile_source {
  journal_source journal;
  std::string role;  ///< "tuned", "confirmed" or "held_out".
};

/// The best known config at one tuned size.
struct tuned_size {
  std::uint64_t n = 0;
  candidate winner;
  timing time;
  std::optional<timing> base_time;  ///< nullopt if the base was not measured there.
  std::optional<gain> over_base;
  bool plateau =
      false;  ///< No config is faster than the base by more than `equality`, so it is kept.
  bool confirmed = false;  ///< Times are from rounds that were not used for the search.
};

/// The effect of one more config.
struct trade_off_step {
  std::size_t segments = 0;
  double worst_loss = 0;
  double mean_loss = 0;
};

/// The steps of one family and type, with the data they were chosen from.
struct profile_entry {
  tuning::size_problem size_problem;
  candidate base;
  std::vector<tuned_size> sizes;
  std::vector<policy_step> steps;
  std::optional<std::string>
      deterministic;      ///< The lowest level of the steps; absent in older ones.
  double worst_loss = 0;  ///< At tuned sizes.
  double mean_loss = 0;
  double score = 0;  ///< guarded_score of the losses at tuned sizes.
  std::vector<trade_off_step> curve;
  std::optional<loss_report> held_out;
};

struct profile {
  profile_card card;
  profile_tool tool;
  std::string made_at;  ///< UTC.
  std::uint64_t seed = 0;
  journal::json contract;  ///< The measurement contract, from the journals' manifest.
  profile_options options;
  std::vector<profile_source> sources;
  std::vector<profile_entry> entries;
};

/// "nvidia_h200": the name of a card's profile, and its namespace in a generated header.
std::string card_identifier(const std::string& card_name);

}  // namespace warpmark::tuning
