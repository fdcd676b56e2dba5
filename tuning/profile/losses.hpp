#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/size_table.hpp"
#include "tuning/profile/thresholds.hpp"

namespace warpmark::tuning {

/// A candidate for all n from `from` up to the next step's.
struct policy_step {
  std::uint64_t from = 0;
  candidate use;
};

/// The steps of a choice: the first from 0, the others from the geometric mean of the neighbouring
/// tuned sizes.
std::vector<policy_step> steps_of(const size_choice& choice, const size_table& table);

/// The step for n. `steps` begin at 0 and ascend.
const policy_step& step_at(std::span<const policy_step> steps, std::uint64_t n);

/// The loss of the steps at one size.
struct size_loss {
  std::uint64_t n = 0;
  candidate used;
  candidate best;              ///< The fastest in the table at that size.
  std::optional<double> loss;  ///< Time over best time, minus one; nullopt if not measured there.
};

struct loss_report {
  std::vector<size_loss> sizes;
  std::optional<double> worst;  ///< Of the losses that are known …
  std::optional<double> mean;   ///< … and the geometric mean of 1 + loss, minus one.
  std::size_t unknown = 0;      ///< Sizes at which the step's candidate was not measured.
};

/// Losses of steps at all sizes of a table, which may differ from the one they were made from.
loss_report losses_at(std::span<const policy_step> steps, const size_table& table);

/// A score for losses: with r = 1 / (1 + loss) at each size, the geometric mean of r if every r is
/// at least `floor`, else the smallest r.
///
/// 1 is perfect. It increases with every r, and any r below the floor gives a score below all
/// scores without one: a gain at one size never compensates a large loss at another. Throws
/// std::invalid_argument for no losses. See docs/decisions/profile-score.md.
double guarded_score(std::span<const double> losses, double floor);

}  // namespace warpmark::tuning
