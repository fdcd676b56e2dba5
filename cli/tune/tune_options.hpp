#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/shard.hpp"
#include "bench/journal/objective.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "cli/card_option.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/interpreter_limit_options.hpp"
#include "cli/selection_options.hpp"
#include "cli/verbs.hpp"
#include "tuning/live/variant_search.hpp"
#include "tuning/tune.hpp"

namespace warpmark {

/// The options of `warpmark tune`, as given.
struct tune_options {
  selection_options select;
  std::string backend = "auto";
  card_option card;
  std::string devices = "0";
  std::string record;
  std::string start_from;  ///< A journal whose times are expected.
  std::string shard;
  std::string check;  ///< A profile to check.
  std::string strategy_name;
  std::vector<std::string> settings;
  std::string budget;
  std::uint64_t seed = 1;
  std::string output;  ///< The profile.
  std::string journal;
  std::string hold_out;  ///< Sizes; empty: those between the tuned ones.
  std::string state = "cold";
  std::string objective_name = "time";
  std::string energy_time = "500ms";
  std::optional<double> margin_percent;
  std::optional<std::size_t> rounds;
  std::optional<std::size_t> sample_blocks;  ///< Of a launch, of modelled times.
  std::size_t short_list = 10;
  compile_limit_options compile;
  interpreter_limit_options interpreting;
  std::string verify_limit = "5min";
  std::string cache_folder;
  bool dry_run = false;
  bool list_strategies = false;
  bool as_json = false;

  void add_to(CLI::App& verb);

  /// Evaluations, or seconds. Empty text: neither. Throws usage_error.
  tuning::tuning_budget parsed_budget() const;

  /// Throws usage_error for anything but name=number.
  std::map<std::string, double> parsed_settings() const;

  /// Throws usage_error.
  journal::objective_kind objective() const;

  /// The shard of --shard, if it is given. Throws usage_error.
  std::optional<warpmark::shard> part() const;

  /// Null if none is named. Throws usage_error.
  const tuning::strategy* strategy() const;

  /// The method of a live search. Throws usage_error, also for settings that the strategy does not
  /// have.
  tuning::search_method method() const;

  /// Throws usage_error for --start-from with a strategy that has no use for it.
  void require_strategy_for_list() const;

  /// --margin as a fraction, or 0.01. Throws usage_error.
  double margin() const;

  /// The blocks of a launch that a search interprets on a backend; 0: all, or none is interpreted.
  /// Throws usage_error.
  std::size_t sample_blocks_on(const std::string& machine) const;

  /// The configs to list with a result of modelled times. Throws usage_error.
  std::size_t listed_configs() const;

  /// The rounds of the finals; one on the interpreter, whose result does not vary. Throws
  /// usage_error.
  std::size_t rounds_on(const std::string& machine) const;
};

/// Says how many expected times of --start-from are used, and how many points are ignored.
void print_list_note(const std::string& file, std::size_t used, std::size_t ignored);

/// Tunes on a record. Throws usage_error, tuning_error.
void tune_record(const tune_options& options, const argument_list& argv);

/// Runs race and finals with the times of a journal instead of a machine's. Returns the exit
/// status. Throws likewise.
int tune_recorded_race(const tune_options& options, const argument_list& argv);

/// Tunes on a machine. Returns the exit status.
int tune_live(const tune_options& options, const argument_list& argv);

/// Checks whether a profile is still valid. Returns the exit status.
int tune_check(const tune_options& options, const argument_list& argv);

}  // namespace warpmark
