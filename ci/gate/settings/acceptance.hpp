#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// A known regression that is accepted for a limited time: an [[accept]] of accept.toml.
struct acceptance {
  std::string where;  ///< "accept.toml:4: [[accept]] 1", for messages.
  std::string point;  ///< A glob, see names_point.
  gate_stage stage = gate_stage::statics;
  std::optional<std::string> quantity;  ///< Without one, all quantities that the stage judges.
  double bound = 1;  ///< Largest accepted ratio of worse to better; may be infinite.
  std::string reason;
  std::string expires;  ///< "2026-12-31", the last day of its validity, or a commit.
  bool is_commit =
      false;  ///< Expired once the base has this commit: both sides then have the change.
};

/// Throws usage_error that names the first expired acceptance. `today` is "2026-11-22" in UTC;
/// `in_base` says whether the base is this commit or comes after it.
void refuse_expired(const std::vector<acceptance>& all, const std::string& today,
                    const std::function<bool(const std::string& commit)>& in_base);

/// Today's date in UTC, "2026-11-22".
std::string utc_date();

/// Makes regressions ACCEPTED if every judged change is within a bound; otherwise the reason gives
/// the excess. Returns a warning for each acceptance that matches no regression.
std::vector<std::string> accept_known(const std::vector<acceptance>& all,
                                      std::vector<gate_finding>& findings);

}  // namespace warpmark::gate
