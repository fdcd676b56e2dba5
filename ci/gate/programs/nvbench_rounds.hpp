#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/programs/nvbench_discovery.hpp"

namespace warpmark::gate {

/// A point that rounds measure.
struct nvbench_subject {
  std::string key;                          ///< Of the timed point.
  std::string point;                        ///< Of the nvbench_point.
  std::string benchmark;                    ///< Its name.
  point_role role = point_role::candidate;  ///< calibrator: the base against itself.
};

/// Called with each pair when it is measured.
using nvbench_listener =
    std::function<void(std::size_t round, const nvbench_subject& subject, const round_pair&)>;

/// Settings of the rounds.
struct nvbench_round_terms {
  nvbench_sides sides;            ///< With the selection of what works on both sides.
  double base_s = 0, head_s = 0;  ///< How long a process of each side took.
  std::uint64_t seed = 1;
};

/// A round is three fresh processes: the base, the head, and the base again, in an order drawn for
/// each round; every six rounds all orders occur. Each process runs all requested benchmarks, in an
/// order that is drawn for the round and the same in all three. Candidates compare the head with
/// the first of the base's processes, controls compare the second of them with it.
///
/// That both share a process matters: the median of the controls, which control_adjustment takes
/// off, contains what this process added to all its points, and taking it off leaves the head
/// against the other process of the base. Controls of processes of their own would add noise.
///
/// A process that fails discards the pairs of its round; after three failures in a row of one side
/// its pairs are permanent.
class nvbench_rounds final : public round_source {
 public:
  nvbench_rounds(nvbench_round_terms terms, std::vector<nvbench_subject> subjects,
                 std::filesystem::path scratch, nvbench_listener listener);

  std::vector<round_pair> measure(const std::vector<std::size_t>& points) override;

  /// The total time of its processes.
  double card_seconds() const { return card_seconds_; }

 private:
  enum process : std::size_t { base, head, base_again };
  static constexpr std::size_t processes = 3;
  using measured = std::map<std::string, nvbench_point>;

  struct process_outcome {
    measured points;
    std::string why;  ///< It failed.
  };

  std::array<process, processes> next_order();
  nvbench_selection selection_of(const std::vector<std::size_t>& points);
  process_outcome run(process which, const nvbench_selection& selection);
  round_pair pair_of(const nvbench_subject& subject,
                     const std::array<process_outcome, processes>& outcomes,
                     const std::array<std::size_t, processes>& place) const;

  nvbench_round_terms terms_;
  std::vector<nvbench_subject> subjects_;
  std::filesystem::path scratch_;
  nvbench_listener listener_;
  std::mt19937_64 random_;
  std::vector<std::array<process, processes>> orders_;  ///< Those to come.
  std::array<std::size_t, processes> failures_{};       ///< In a row.
  std::size_t round_ = 0;
  double card_seconds_ = 0;
};

/// The base's and the head's samples of a point as one side of a pair.
arm arm_of(const nvbench_point& point);

}  // namespace warpmark::gate
