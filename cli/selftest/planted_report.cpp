#include "cli/selftest/planted_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exit_codes.hpp"
#include "cli/text_table.hpp"

namespace warpmark {

int report_planted(const std::vector<gate::recorded_row>& rows, const std::string& what,
                   std::size_t points, const std::string& card, bool as_json) {
  bool kept = true;
  std::vector<std::vector<std::string>> cells;
  nlohmann::ordered_json out = {{"from", card}, {"points", points}};
  for (const auto& [slowdown, tally] : rows) {
    kept = kept && tally.false_alarms == 0;
    cells.push_back({slowdown > 0 ? fmt::format("+{:.3g} %", 100 * slowdown) : "nothing",
                     fmt::format("{} of {}", tally.slow_found, tally.slow_points),
                     fmt::format("{} of {}", tally.false_alarms, tally.equal_points)});
    out["planted"].push_back({{"slowdown", slowdown},
                              {"points", tally.slow_points},
                              {"found", tally.slow_found},
                              {"equal_points", tally.equal_points},
                              {"false_regressions", tally.false_alarms}});
  }
  out["kept"] = kept;
  if (as_json)
    fmt::print("{}\n", out.dump(2));
  else
    fmt::print("{}: {} points of {}, slower in recorded rounds\n\n{}\n", what, points, card,
               text_table({"planted", "found", "false REGRESSIONs of other points"}, cells));
  return kept ? exit_ok : exit_wrong;
}

}  // namespace warpmark
