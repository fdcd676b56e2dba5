#include "ci/gate/decision/round_table.hpp"

#include "ci/gate/decision/control_adjustment.hpp"

namespace warpmark::gate {

round_table screening_rounds(const timing_record& record) {
  const control_adjustment adjustment(record.points, record.screening());
  round_table rounds;
  for (std::size_t i = 0; i < record.points.size(); ++i)
    for (const round_pair& pair : record.points[i].rounds)
      if (pair.discarded.empty() && record.screening().contains(pair.round))
        rounds[pair.round].push_back(
            {i, pair.log_ratio() - adjustment.shift_of(i, pair.round), pair.base_first});
  return rounds;
}

}  // namespace warpmark::gate
