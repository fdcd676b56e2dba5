#include "ci/gate/timing/rounds_file.hpp"

#include "ci/gate/timing/round_wire.hpp"

namespace warpmark::gate {
namespace {

const char* name(point_role role) {
  switch (role) {
    case point_role::candidate:
      return "candidate";
    case point_role::negative_control:
      return "negative_control";
    case point_role::calibrator:
      return "calibrator";
    case point_role::positive_control:
      break;
  }
  return "positive_control";
}

}  // namespace

rounds_file::rounds_file(const std::filesystem::path& path, const std::vector<timed_point>& points)
    : file_(path, journal::writer::mode::create), points_(points) {
  file_.append({{"event", "rounds"}, {"schema", "warpmark/rounds-1"}, {"points", points.size()}});
}

void rounds_file::add(std::size_t round, std::size_t subject, const round_pair& pair) {
  journal::json line = to_wire(pair);
  line["event"] = "pair";
  line["round"] = round;
  line["key"] = points_.at(subject).key;
  line["role"] = name(points_.at(subject).role);
  file_.append(line);
}

}  // namespace warpmark::gate
