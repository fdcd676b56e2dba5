#pragma once

#include <string>
#include <vector>

#include "tuning/profile/measured_points.hpp"
#include "tuning/replay/journal_space.hpp"

namespace warpmark::tuning {

/// One config of an exported space, with all its rounds.
struct exported_config {
  warpmark::parameters parameters;
  std::string status;             ///< Of the first round that is not "ok", if any.
  std::vector<double> rounds_ns;  ///< Medians, in the journal's order; empty unless all are ok.
  double wall_s = 0;              ///< Of all rounds.
};

/// One variant at one problem: a kernel in tools without problems and variants.
struct exported_points {
  std::string kernel;  ///< "reduce/shuffle".
  std::string device;
  std::optional<modelled_origin> modelled;  ///< All times are modelled.
  std::string started_at;
  parameters problem;
  std::vector<std::string> axes;
  std::vector<exported_config> configs;  ///< In the journal's order.
};

/// The measurements of a journal that the choice selects. Throws usage_error if none matches or
/// several variants or problems do, and for points without a clock.
exported_points points_to_export(const measured_journal& from, const journal_choice& choice);

/// A time with the zone's offset as in ISO 8601 and read by Python: "…+00:00" for "…Z".
std::string with_offset(const std::string& utc);

}  // namespace warpmark::tuning
