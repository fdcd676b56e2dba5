#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpmark::model {

/// How far modelled times of a family were from measured ones, in a sentence without a full stop;
/// for a family that was never compared, that this is not known. The numbers are those of
/// reports/warpmark_reports/analysis/model_errors.json, which docs/model.md has as a table.
std::string model_error_text(std::string_view family);

/// The errors of a family: the larger of modelled / measured time and its reciprocal.
struct model_errors {
  double median = 1;
  double p90 = 1;              ///< That 90 % are within.
  double near = 1;             ///< That 90 % of the configs near the fastest of their problem are
                               ///< within, relative to the median of the problem.
  std::optional<double> pick;  ///< The measured time of the config with the smallest modelled one,
                               ///< over that of the fastest; at the size where it was largest.
  bool is_known = false;       ///< Else they are the largest of all families.
};

/// The largest over the sizes that were compared.
model_errors error_of(std::string_view family);

}  // namespace warpmark::model
