#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/core/energy_summary.hpp"
#include "bench/core/latency_summary.hpp"
#include "bench/core/point.hpp"
#include "bench/core/reproducibility_summary.hpp"
#include "bench/core/warning.hpp"
#include "bench/statistics/sample_summary.hpp"

namespace warpmark {

/// The status of a point. Only `ok` has a time.
enum class point_status { ok, wrong, crashed, timed_out, skipped, failed };

std::string_view name(point_status status);

/// A kernel of a point: its static resources and occupancy.
struct kernel_report {
  std::string expression;
  compiler::kernel_resources resources;
  std::string cubin_hash;
  std::optional<double> occupancy;  ///< Resident threads over the maximum, 0..1.
};

/// The summary of the samples, with the median and interval that the observation has; it must have
/// samples.
statistics::sample_summary times_of(const observation& seen);

/// The result of one point: one line of the journal.
struct measurement {
  warpmark::point point;
  std::string backend;
  point_status status = point_status::failed;
  std::string reason;  ///< Why it is not ok.
  std::string check;   ///< The name of the check that it failed, if it has one.
  std::string log;     ///< The compiler's log, if compilation failed.
  std::optional<statistics::sample_summary> times_ns;
  observation seen;
  std::string state;              ///< A cache_state's name, or "exact".
  std::string card_uuid;          ///< Of the card it ran on; empty on the interpreter.
  std::vector<warning> warnings;  ///< Ascending.
  std::uint64_t bytes = 0;
  std::uint64_t operations = 0;
  std::optional<double> fraction_of_ceiling;
  std::optional<memory_traffic> ceiling;  ///< Which one.
  std::size_t launches = 0;
  std::size_t placements = 1;  ///< Number of placements over which the samples are distributed.
  std::vector<kernel_report> kernels;
  std::optional<energy_summary> energy;                 ///< If it was asked for …
  std::string no_energy;                                ///< … or why there is none.
  std::optional<latency_summary> latency;               ///< If it was asked for.
  std::optional<reproducibility_summary> reproducible;  ///< If executions were compared.
  std::optional<oracle_result> checked;
  std::string checked_buffer;
  double wall_s = 0;
  std::uint64_t interpreted_instructions = 0;  ///< Warp instructions, if the machine is simt.

  /// Compulsory bytes per second at the median time, if there is one.
  std::optional<double> throughput_bytes_per_s() const {
    if (!times_ns || times_ns->median <= 0) return std::nullopt;
    return static_cast<double>(bytes) / times_ns->median * 1e9;
  }
};

}  // namespace warpmark
