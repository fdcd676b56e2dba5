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

rounds_file::rounds_file(const std::filesystem::path& path)
    : file_(path, journal::writer::mode::create) {}

void rounds_file::begin_run(std::size_t points) {
  file_.append(
      {{"event", "rounds"}, {"schema", "warpmark/rounds-1"}, {"run", runs_++}, {"points", points}});
}

void rounds_file::add(std::size_t round, const round_subject& subject, const round_pair& pair) {
  journal::json line = to_wire(pair);
  line["event"] = "pair";
  line["run"] = runs_ - 1;
  line["round"] = round;
  line["key"] = subject.key;
  line["role"] = name(subject.role);
  if (subject.planted_steps > 0) line["planted_steps"] = subject.planted_steps;
  file_.append(line);
}

}  // namespace warpmark::gate
