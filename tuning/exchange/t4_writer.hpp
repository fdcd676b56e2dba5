#pragma once

#include "bench/journal/lines.hpp"
#include "tuning/exchange/exported_points.hpp"

namespace warpmark::tuning {

/// Results in the T4 format of the AutoTuningAssociation, schema 1.0.0 (results-schema.json of
/// github.com/odgaard/TuningSchema). Times are in ms.
///
/// One result per config: `runtimes` are the medians of its rounds, the measurement `time` is their
/// median. Wrong results have `correctness` 0 and invalidity `correctness`. All costs are in
/// `framework`.
journal::json t4_results(const exported_points& exported_points);

}  // namespace warpmark::tuning
