#pragma once

#include <string>
#include <string_view>

namespace warpmark::model {

/// The error of a family's modelled times against measured ones, as a sentence without a full stop;
/// for a family without a comparison, that it is not known. The numbers are those of
/// reports/warpmark_reports/model_errors.json and of the table in docs/model.md.
std::string model_error_text(std::string_view family);

}  // namespace warpmark::model
