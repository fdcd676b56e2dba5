#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/card.hpp"
#include "bench/workers/time_source.hpp"
#include "bench/workers/wire.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/timing/round_wire.hpp"

namespace warpmark::gate {

/// A point or calibrator that rounds may measure.
struct round_subject {
  std::string key;                             ///< A point's key …
  std::optional<std::size_t> calibrator = {};  ///< … or the number of a calibrator, …
  double slowdown = 0;                         ///< … and the slow-down of its head.
  std::uint64_t planted_steps = 0;             ///< Planted in a point's head.
  std::string problem = {};  ///< Points of one problem share their inputs; empty for a calibrator.
  point_role role = point_role::candidate;  ///< For the file of rounds.
};

/// Settings of the rounds.
struct round_terms {
  std::string program;             ///< The path of warpmark.
  round_order order = {};          ///< Template for every round, without the items.
  std::uint64_t seed = 1;          ///< Of the orders in which points are visited.
  double start_limit_s = 120;      ///< Time for a process to open its card.
  double point_limit_s = 120;      ///< Time per point before its process is killed.
  bool base_always_leads = false;  ///< Only to show the benefit of alternating.
  workers::time_source now = std::chrono::steady_clock::now;  ///< The clock for limits.
};

/// Called with each pair when it is measured.
using round_listener =
    std::function<void(std::size_t round, const round_subject& subject, const round_pair&)>;

/// Measures every round in a fresh process with its own context, since the differences between
/// processes are part of the noise. Each round visits points in a new random order, those of one
/// problem consecutively, since its inputs are generated once; the leading side alternates from
/// round to round, for each point from a random start (Stabilizer, ASPLOS 2013; Laaber et al.,
/// 2019).
///
/// If a process dies or hangs, its current pair is discarded with the reason; a new process
/// measures the rest of the round.
class process_rounds final : public round_source {
 public:
  process_rounds(round_terms terms, std::vector<round_subject> subjects, round_listener listener);

  /// Starts a process that measures nothing, or only the card's ceilings, and returns its report.
  /// Throws std::runtime_error like measure().
  static workers::worker_report open(round_terms terms, bool measure_ceilings);

  /// Throws std::runtime_error if a process cannot start, reports an error, or has another card or
  /// driver than earlier rounds.
  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

  /// The processes' card; nullopt before the first round.
  const std::optional<card>& device() const { return device_; }

  /// The total time that its processes ran.
  double card_seconds() const { return card_seconds_; }

 private:
  std::vector<round_item> items_of(const std::vector<std::size_t>& points) const;
  std::vector<std::size_t> order_of(const std::vector<std::size_t>& points) const;
  std::vector<round_pair> run_process(const std::vector<round_item>& items);
  void require_same_card(const card& found);

  round_terms terms_;
  std::vector<round_subject> subjects_;
  round_listener listener_;
  std::optional<card> device_;
  std::vector<bool> base_leads_;  ///< For each subject, in its next round.
  std::size_t round_ = 0;
  double card_seconds_ = 0;
};

}  // namespace warpmark::gate
