#pragma once

#include <map>
#include <string>
#include <string_view>

#include "simt/model/card_file.hpp"
#include "simt/model/execution_work.hpp"
#include "simt/model/modelled_time.hpp"

namespace warpmark::model {

/// The time of the work on that card, without its savings.
modelled_time time_of(const card_file& card, const execution_work& work);

/// By what share the time falls if there is a tenth less of one kind of work, for each kind with
/// which it falls by at least `smallest_saving`. Each is the difference between two evaluations of
/// the model; `contention` stays as it is with any other kind.
/// reports/warpmark_reports/analysis/model_savings.json describes the kinds. Of more than
/// `max_kept_steps` launches and fills nothing is known.
std::map<std::string, double> work_savings(const card_file& card, const execution_work& work);

inline constexpr double smallest_saving = 0.001;

/// How a constant changes if the card is a tenth better: times and latencies get a tenth smaller,
/// rates a tenth of their reciprocals. Sizes have no better.
enum class constant_unit { time, rate, size };
constant_unit unit_of(std::string_view key);

/// A card one constant of which is a tenth better. Throws std::out_of_range for an unknown key.
card_file with_better_constant(const card_file& card, std::string_view key);

/// Whether the constant has a part in following a block or in the replay of waiting blocks, so that
/// another value may change the work.
bool is_followed(std::string_view key);

}  // namespace warpmark::model
