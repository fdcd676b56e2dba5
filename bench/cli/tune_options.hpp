#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/cli/selection_options.hpp"
#include "bench/cli/verbs.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "tuning/tune.hpp"

namespace warpmark {

/// What `warpmark tune` takes, as it was given.
struct tune_options {
  selection_options select;
  std::string backend = "auto";
  std::string devices = "0";
  std::string record;
  std::string strategy_name;
  std::vector<std::string> settings;
  std::string budget;
  std::uint64_t seed = 1;
  std::string output;  ///< The profile.
  std::string journal;
  std::string hold_out;  ///< Sizes; empty: those between the tuned ones.
  std::string state = "cold";
  double margin_percent = 1;
  std::size_t rounds = 6;
  std::string verify_limit = "5min";
  std::string cache_folder;
  bool dry_run = false;
  bool list_strategies = false;
  bool as_json = false;

  void add_to(CLI::App& verb);

  /// Evaluations, or seconds. Empty text: neither. Throws usage_error.
  tuning::tuning_budget parsed_budget() const;

  /// Throws usage_error for what is not name=number.
  std::map<std::string, double> parsed_settings() const;

  /// Null where none is named. Throws usage_error.
  const tuning::strategy* strategy() const;
};

/// Tunes what was recorded. Throws usage_error, tuning_error.
void tune_record(const tune_options& options, const argument_list& argv);

/// Races and finals with the times of a journal in place of a machine's; the exit status. Throws
/// likewise.
int tune_recorded_race(const tune_options& options, const argument_list& argv);

/// Tunes on a machine; the exit status.
int tune_live(const tune_options& options, const argument_list& argv);

}  // namespace warpmark
