#include "tuning/live/tuning_journal.hpp"

namespace warpmark::tuning {

void tuning_journal::append(const journal::json& line) {
  writer_.append(line);
  if (line.at("event") == "measurement") ++end_.counts[line.at("status").get<std::string>()];
}

void tuning_journal::end(const std::string& reason, double wall_s) {
  end_.complete = reason.empty();
  end_.reason = reason;
  end_.wall_s = wall_s;
  writer_.append(journal::end_line(end_));
}

}  // namespace warpmark::tuning
