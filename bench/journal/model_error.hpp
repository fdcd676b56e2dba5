#pragma once

#include <string>
#include <string_view>

namespace warpmark::model {

/// How far modelled times of a family were from measured ones, in a sentence without a full stop;
/// for a family that was never compared, that this is not known. The numbers are those of
/// reports/warpmark_reports/analysis/model_errors.json, which docs/model.md has as a table.
std::string model_error_text(std::string_view family);

}  // namespace warpmark::model
