#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/size_table.hpp"
#include "tuning/profile/thresholds.hpp"

namespace warpmark::tuning {

/// A candidate for all n from `from` on, up to the next one's.
struct policy_step {
  std::uint64_t from = 0;
  candidate use;
};

/// The steps of a choice: the first from 0 on, the others from the geometric middle between the
/// tuned sizes beside them.
std::vector<policy_step> steps_of(const size_choice& choice, const size_table& table);

/// The step for n. `steps` begin at 0 and ascend.
const policy_step& step_at(std::span<const policy_step> steps, std::uint64_t n);

/// What the steps cost at one size.
struct size_loss {
  std::uint64_t n = 0;
  candidate used;
  candidate best;              ///< The fastest that the table has at that size.
  std::optional<double> loss;  ///< Time over best time, minus one; nothing if not measured there.
};

struct loss_report {
  std::vector<size_loss> sizes;
  std::optional<double> worst;  ///< Of the losses that are known …
  std::optional<double> mean;   ///< … and the geometric mean of 1 + loss, minus one.
  std::size_t unknown = 0;      ///< Sizes at which the step's candidate was not measured.
};

/// Losses of steps at all sizes of a table, which need not be the one they were made from.
loss_report losses_at(std::span<const policy_step> steps, const size_table& table);

/// One number for losses: with r = 1 / (1 + loss) at each size, the geometric mean of r if every r
/// is at least `floor`, else the least r.
///
/// 1 is perfect. It rises with every r, and whatever is below the floor anywhere scores below
/// everything that is not: a gain at one size never pays for a disaster at another. Throws
/// std::invalid_argument for no losses. docs/decisions/profile-score.md says why.
double guarded_score(std::span<const double> losses, double floor);

}  // namespace warpmark::tuning
