#include "ci/gate/settings/timing_keys.hpp"

#include <fmt/format.h>

namespace warpmark::gate {

const std::vector<timing_key>& all_timing_keys() {
  using t = timing_settings;
  constexpr double rounds = 1000, day_s = 86'400, second_ns = 1e9;
  static const std::vector<timing_key> keys = {
      {"min_effect", &t::min_effect, 0, 1, true, true},
      {"floor_ns", &t::floor_ns, 0, second_ns, false, true},
      {"pass_margin", &t::pass_margin, 0, 1, true, true},
      {"alpha", &t::alpha, 1e-6, 0.5, true},
      {"screen_p", &t::screen_p, 1e-6, 1, true},
      {"screen_rounds", &t::screen_rounds, 2, rounds},
      {"confirm_rounds", &t::confirm_rounds, 2, rounds},
      {"random_confirmed", &t::random_confirmed, 0, rounds},
      {"pairs_per_round", &t::pairs_per_round, 1, rounds},
      {"planted", &t::planted, 0, 1, true},
      {"collapse", &t::collapse, 0, 1, true},
      {"max_discarded", &t::max_discarded, 0, 1, true},
      {"max_flagged", &t::max_flagged, 0, 1, true},
      {"budget_s", &t::budget_s, 0, day_s},
  };
  return keys;
}

double value_of(const timing_settings& timing_settings, const timing_key& key) {
  return std::visit([&](auto field) { return static_cast<double>(timing_settings.*field); },
                    key.field);
}

void set_value(timing_settings& timing_settings, const timing_key& key, double value) {
  std::visit(
      [&](auto field) {
        timing_settings.*field =
            static_cast<std::remove_reference_t<decltype(timing_settings.*field)>>(value);
      },
      key.field);
}

std::string allowed_text(const timing_key& key) {
  const bool whole = std::holds_alternative<std::size_t timing_settings::*>(key.field);
  const std::string range = fmt::format("{} from {} to {}", whole ? "an integer" : "a number",
                                        key.min_value, key.max_value);
  return key.is_relative ? range + ", or a percentage such as \"1 %\"" : range;
}

}  // namespace warpmark::gate
