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
  std::string key;                             ///< Of a point …
  std::optional<std::size_t> calibrator = {};  ///< … or the number of a calibrator, …
  double slowdown = 0;                         ///< … and how much slower its head is made.
  std::uint64_t planted_steps = 0;             ///< What a point's head does more.
  std::string problem = {};  ///< Points of one share their inputs; none of a calibrator.
  point_role role = point_role::candidate;  ///< For whoever keeps the rounds.
};

/// How rounds are run.
struct round_terms {
  std::string program;             ///< The path of warpmark.
  round_order order = {};          ///< Of every round, but for its items.
  std::uint64_t seed = 1;          ///< Of the orders in which points are visited.
  double start_limit_s = 120;      ///< Until a process has opened its card.
  double point_limit_s = 120;      ///< For each point, before its process is killed.
  bool base_always_leads = false;  ///< Only to show what alternating is good for.
  workers::time_source now = std::chrono::steady_clock::now;  ///< What limits go by.
};

/// What a listener hears of each pair as it is made.
using round_listener =
    std::function<void(std::size_t round, const round_subject& subject, const round_pair&)>;

/// Measures every round in a fresh process with a context of its own, since what differs between
/// processes is part of the noise that a verdict must see. Points are visited in another order each
/// round, but those of one problem after each other, since its inputs are made once; which side
/// leads alternates from round to round, for each point from a random start (Stabilizer, ASPLOS
/// 2013; Laaber et al., 2019).
///
/// A process that dies or hangs costs the pair that it was at, which is discarded with the reason;
/// another goes on with the rest of the round.
class process_rounds final : public round_source {
 public:
  process_rounds(round_terms terms, std::vector<round_subject> subjects, round_listener listener);

  /// Starts a process that measures nothing, or only the card's ceilings: what it works on. Throws
  /// std::runtime_error as measure().
  static workers::worker_report open(round_terms terms, bool measure_ceilings);

  /// Throws std::runtime_error if a process cannot work at all, says so itself, or finds another
  /// card or driver than the rounds before.
  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

  /// What the processes work on; none before the first round.
  const std::optional<card>& device() const { return device_; }

  /// So long one of its processes ran.
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
  std::vector<bool> base_leads_;  ///< Of each subject, in its next round.
  std::size_t round_ = 0;
  double card_seconds_ = 0;
};

}  // namespace warpmark::gate
