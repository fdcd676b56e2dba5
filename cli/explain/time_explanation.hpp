#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/explain/modelled_execution.hpp"
#include "simt/model/card_file.hpp"

namespace warpmark {

/// What the modelled time of an execution consists of, and what would make it smaller.
std::string text_of(const modelled_execution& execution, const model::card_file& card);
nlohmann::ordered_json json_of(const modelled_execution& execution, const model::card_file& card);

}  // namespace warpmark
