#pragma once

#include <string>
#include <vector>

namespace warpmark::model {

/// A kind of work of model::work_savings() in words.
struct saving_kind {
  std::string key;   ///< "shared"
  std::string less;  ///< Of what there is a tenth less: "wavefronts in shared memory".
  std::string how;   ///< What makes it less.
};

/// All kinds, in the order of reports/warpmark_reports/analysis/model_savings.json.
const std::vector<saving_kind>& saving_kinds();

}  // namespace warpmark::model
