#include "cli/run/reference_series.hpp"

#include <fmt/format.h>

namespace warpmark {

void reference_series::add(const journal::json& line) {
  auto& of_card =
      times_ns_[line.at("card_uuid").is_string() ? line.at("card_uuid").get<std::string>()
                                                 : std::string()];
  for (const char* kind : {"memory", "chain"})
    of_card[kind].push_back(line.at(std::string(kind) + "_ns").get<double>());
}

std::map<std::string, drift_report> reference_series::assess() const {
  std::map<std::string, drift_report> reports;
  for (const auto& [uuid, kinds] : times_ns_)
    for (const auto& [kind, times_ns] : kinds)
      if (const auto seen = assess_drift(times_ns))
        reports[times_ns_.size() > 1 ? fmt::format("{} on {}", kind, uuid) : kind] = *seen;
  return reports;
}

}  // namespace warpmark
