#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics/interval.hpp"

namespace warpmark::judge {

/// What a judgement ends in. A finding that admits an innocent explanation makes it suspect.
enum class verdict { accepted, suspect, rejected };

std::string_view name(verdict value);

/// Why a submission is not accepted.
struct judge_finding {
  verdict weight = verdict::rejected;
  std::string check;    ///< Its name: docs/judge.md lists them.
  std::string machine;  ///< "simt" or "cuda".
  std::string problem;  ///< "n=1000"; empty: all.
  std::string reason;
};

/// The times of one problem.
struct judged_time {
  std::string problem;
  bool hidden = false;
  std::size_t processes = 0;
  double baseline_ns = 0;  ///< Medians over processes of the processes' medians.
  double submission_ns = 0;
  double speedup = 0;  ///< The geometric mean of the processes' ratios.
  std::optional<statistics::interval> speedup_interval;  ///< 95 %, over processes; from two on.
  std::optional<double> floor_ns;                        ///< That memory allows.
};

struct judgement {
  std::vector<judge_finding> findings;
  std::vector<judged_time> times;
  std::size_t interpreted = 0;  ///< Problems that the interpreter executed.
  std::optional<double> public_speedup, hidden_speedup;  ///< Geometric means over problems.

  verdict result() const;
};

/// The time below which an execution cannot have read its inputs from memory: `input_bytes` at the
/// read ceiling, or all `bytes` but what L2 keeps at the fastest ceiling; a tenth less, since
/// ceilings are measured, too. Bytes per second; 0 without ceilings.
double memory_floor_ns(std::uint64_t input_bytes, std::uint64_t bytes, std::uint64_t l2_bytes,
                       std::optional<double> read_bytes_per_s,
                       std::optional<double> fastest_bytes_per_s);

/// The times of a problem from pairs of medians in ns, one pair per process. Adds a finding to
/// `findings` if the submission is faster than `floor_ns`.
judged_time judge_times(const std::string& problem, bool hidden,
                        const std::vector<double>& baseline_ns,
                        const std::vector<double>& submission_ns, double floor_ns,
                        std::vector<judge_finding>& findings);

/// Adds a finding if the baseline's time moved while the submission was measured: `baseline_ns` has
/// its medians in order, the last one after all submissions.
void judge_baseline(const std::string& problem, const std::vector<double>& baseline_ns,
                    std::vector<judge_finding>& findings);

}  // namespace warpmark::judge
