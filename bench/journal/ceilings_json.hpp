#pragma once

#include <nlohmann/json.hpp>

#include "bench/core/run_manifest.hpp"

namespace warpmark::journal {

/// The ceilings in the manifest's format, without unmeasured ones.
nlohmann::ordered_json ceilings_json(const measured_ceilings& ceilings);

/// The reverse; unknown keys are ignored. Throws nlohmann::json::exception for a wrong type.
measured_ceilings ceilings_from_json(const nlohmann::ordered_json& from);

}  // namespace warpmark::journal
