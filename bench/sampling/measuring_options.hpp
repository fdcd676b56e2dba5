#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace warpmark {

/// The state of the caches at the start of a timed execution.
enum class cache_state {
  cold,     ///< No data of the work: the last-level cache was filled with other data before.
  hot,      ///< The data that the previous execution left.
  rotated,  ///< No data of the buffers: each execution uses others, in total more than the cache
            ///< holds.
};

std::string_view name(cache_state state);

/// The lines that a flush leaves in the cache: clean ones, which can be dropped, or dirty ones,
/// which must be written back during the timed work.
enum class flush_lines { clean, dirty };

/// The contents of the inputs of a point's executions.
enum class input_choice {
  fixed,     ///< The same in all.
  rotating,  ///< One of several sets, at random, in the same buffers; at last one never seen
             ///< before.
};

std::string_view name(input_choice choice);

/// Spans of back-to-back executions, whose energy is measured after the timed samples.
struct energy_options {
  double span_s = 1;      ///< Wall time of a span, at least; above zero.
  std::size_t spans = 5;  ///< At least 2, for an interval.
};

/// Precision and time limits of a measurement.
struct measuring_options {
  double precision = 0.01;      ///< Requested relative half-width of the median's 95 % interval.
  double max_seconds = 1.0;     ///< Wall time for the samples of one point.
  std::size_t min_samples = 0;  ///< Neither precision nor time ends the sampling before.
  std::size_t max_samples = 1000;
  cache_state state = cache_state::cold;
  flush_lines flush = flush_lines::clean;
  input_choice inputs = input_choice::fixed;
  /// Also what only work that is meant to deceive would do (docs/judge.md): state kept in a
  /// module's variables or in shared memory.
  bool paranoid = false;
  /// Executions whose outputs are compared bit for bit, after the samples; 0: none.
  std::size_t compared_executions = 0;
  std::size_t num_streams = 1;  ///< Over which the samples are distributed, on a card.
  bool warm_up = true;          ///< Run until steady before sampling.
  bool may_repeat = false;      ///< Whether a sample may consist of several consecutive executions.
  /// If only better times matter: sampling ends ("beaten") once the median is clearly above it.
  std::optional<double> time_to_beat_ns = {};
  std::optional<energy_options> energy = {};  ///< Measured as well, if set.
  /// On the interpreter: of the last launch only so many blocks run, spread over its grid, and
  /// nothing is verified: for a modelled time alone. 0: all blocks.
  std::size_t sampled_blocks = 0;
  bool latency = false;  ///< Measured as well: see latency_summary.
};

/// An upper bound of the time that the energy of a point may take: spans three executions long, by
/// the counter and again by the power.
inline double energy_limit_s(const measuring_options& options) {
  if (!options.energy) return 0;
  return 8 * static_cast<double>(options.energy->spans + 1) * options.energy->span_s;
}

}  // namespace warpmark
