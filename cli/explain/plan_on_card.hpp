#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "simt/model/card_file.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

/// What a variant's base config does on one card.
struct plan_on_card {
  std::string left_out;  ///< Why it does not run there; empty if it does.
  launch_plan plan;      ///< Where it runs.
};

plan_on_card plan_of_base(const variant& variant, const problem& problem, const config& config,
                          const model::card_file& card);

/// A paragraph: the launches of the base config on that card, and how many blocks are resident.
std::string text_of(const plan_on_card& on_card, const model::card_file& card);
nlohmann::ordered_json json_of(const plan_on_card& on_card, const model::card_file& card);

}  // namespace warpmark
