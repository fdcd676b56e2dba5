#pragma once

#include <array>
#include <string>
#include <string_view>

namespace warpmark::gate {

/// The noise of a modelled card. Spreads are relative standard deviations.
struct noise_scenario {
  std::string_view name;
  double round_spread = 0;     ///< Of a side's level in a fresh process, for a typical point …
  double point_variety = 0;    ///< … and the standard deviation of its logarithm between points.
  double sample_spread = 0;    ///< Of single executions.
  double drift = 0;            ///< Of a point's linear drift over ten rounds.
  double walk = 0;             ///< Of the random walk's step between the sides of a pair.
  double bimodal_points = 0;   ///< Share of points with a second, slower state.
  double shock = 0;            ///< Of the shift that all points of a process share.
  double throttled_pairs = 0;  ///< Share of pairs in which one side alone was throttled.
  double memory_bias = 0;      ///< Of the shift that the memory-bound points of all heads share …
  double memory_shock = 0;     ///< … and of that which those of a process share.
};

/// For bimodal points: how often a process is in the slower state, and how much slower that is.
inline constexpr double slower_state_share = 0.3;
inline constexpr double slower_state_shift = 0.04;

/// An idle card; a card in normal shared use; a card near its power limit, whose processes differ.
inline constexpr noise_scenario quiet_noise{"quiet", 0.001, 0.33, 0.005, 0, 0, 0.02, 0, 0};
inline constexpr noise_scenario typical_noise{"typical", 0.003, 0.33, 0.01, 0.01,
                                              0.001,     0.05,  0,    0.001};
inline constexpr noise_scenario hot_noise{"hot", 0.006, 0.33,  0.015, 0.02,
                                          0.002, 0.10,  0.005, 0.002};
/// The typical card, whose memory alone is disturbed: its heads have another bandwidth than its
/// bases for a full run, such as by where their processes lie in memory.
inline constexpr noise_scenario memory_noise{"memory", 0.003, 0.33,  0.01,  0.01, 0.001,
                                             0.05,     0,     0.001, 0.012, 0.003};
inline constexpr std::array all_noise{quiet_noise, typical_noise, hot_noise, memory_noise};

/// The scenario of this name. Throws usage_error for an unknown name.
const noise_scenario& noise_named(std::string_view name);

}  // namespace warpmark::gate
