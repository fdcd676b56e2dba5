#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "bench/core/planned_points.hpp"
#include "bench/core/shard.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "cli/card_option.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/interpreter_limit_options.hpp"
#include "cli/selection_options.hpp"

namespace warpmark {

/// The options of `warpmark run`, as given.
struct run_options {
  selection_options select;
  std::string points;
  std::string shard;
  std::string backend = "auto";
  card_option card;
  std::string record;  ///< The record to replay.
  std::string devices = "0";
  std::string output;
  bool resume = false;
  bool dry_run = false;
  bool as_json = false;
  bool phases = false;
  std::string profile;  ///< Metrics, as profiled_metrics() takes them.
  std::string budget;
  std::optional<std::uint64_t> seed;
  std::string state = "cold";
  std::string flush = "clean";
  std::string inputs;  ///< Empty: by what is measured, and on what.
  bool paranoid = false;
  std::size_t reproducible = 0;   ///< Executions to compare; 0: none.
  std::size_t sample_blocks = 0;  ///< Of a launch; 0: all.
  double precision_percent = 1;
  std::string time_per_point = "1s";
  std::size_t max_samples = measuring_options{}.max_samples;
  bool energy = false;
  std::string energy_time = "1s";
  bool latency = false;
  std::size_t processes = 1;
  std::size_t streams = 1;
  bool publish = false;
  compile_limit_options compile;
  interpreter_limit_options interpreting;
  std::string verify_limit = "5min";
  std::string measure_limit = "2min";
  std::string cache_folder;

  void add_to(CLI::App& verb);

  /// Sets what --publish sets, except the options that were given. To be called after parsing.
  void apply_publish(const CLI::App& verb);

  /// The shard of --shard, if it is given. Throws usage_error.
  std::optional<warpmark::shard> part() const;

  /// The points spanned by SELECT, -p and -c, or listed in the file of --points, that are in the
  /// shard, of variants for the backend `made_for` (empty: all variants). Throws usage_error,
  /// no_point_left if there is none in all shards.
  std::unique_ptr<const planned_points> planned(const std::string& machine,
                                                const device_limits& limits,
                                                const std::string& made_for = "") const;

  /// Of one point, in all its processes, for the backend of this name; empty: of kernels of this
  /// program. Throws usage_error naming an invalid option.
  measuring_options measuring(const std::string& machine) const;

  /// In how many processes each point is measured. Throws usage_error.
  std::size_t num_processes() const;

  /// Throws usage_error if several processes are requested where they cannot be, or make no sense.
  void refuse_processes_on(const std::string& machine) const;

 private:
  input_choice input_choice_on(const std::string& machine) const;
  std::size_t sampled_blocks_on(const std::string& machine) const;
  std::size_t num_streams_on(const std::string& machine) const;
  std::unique_ptr<const planned_points> planned_whole(const std::string& machine,
                                                      const device_limits& limits,
                                                      const std::string& made_for) const;
};

}  // namespace warpmark
