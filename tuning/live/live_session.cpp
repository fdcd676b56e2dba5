#include "tuning/live/live_session.hpp"

#include <system_error>

namespace warpmark::tuning {

std::string live_session::conduct(const std::function<void(evaluator&)>& work,
                                  const std::function<void(const card&)>& require) {
  // Before the ceilings are measured: an unwritable file must not cost that time.
  journal_.emplace(setup_.journal);
  std::optional<multi_device_evaluator> machine;
  try {
    machine.emplace([this] { return team(); }, hooks(), setup_.seed, setup_.objective);
    require(machine->reports().front().device);
  } catch (...) {
    std::filesystem::remove(setup_.journal);  // It is empty.
    throw;
  }
  open(machine->reports().front());
  try {
    work(*machine);
  } catch (const tuning_interrupted& stopped) {
    journal_->end(stopped.what(), seconds());
    return stopped.what();
  } catch (const std::exception& error) {
    try {
      journal_->end(error.what(), seconds());
    } catch (const std::system_error&) {
      // The journal itself may be unwritable; the first error is reported.
    }
    throw;
  }
  journal_->end("", seconds());
  return "";
}

void live_session::append(journal::json line) {
  line["at_s"] = seconds();
  journal_->append(line);
}

std::unique_ptr<workers::coordinator> live_session::team() {
  auto started = setup_.start_workers(ceilings_);
  // From the first team, so that fractions of ceilings stay comparable.
  ceilings_ = started->reports().front().ceilings;
  return started;
}

multi_device_evaluator::hooks live_session::hooks() {
  return {.append = [this](const journal::json& line) { append(line); },
          .interrupted = setup_.interrupted,
          .measured = setup_.measured};
}

void live_session::open(const workers::worker_report& first) {
  device_ = first.device;
  journal_->append(journal::manifest_line({.argv = setup_.argv,
                                           .backend = setup_.backend,
                                           .devices = {first.device},
                                           .nvrtc_version = first.nvrtc_version,
                                           .compiler_flags = first.compiler_flags,
                                           .seed = setup_.seed,
                                           .contract = setup_.measuring,
                                           .exact = interprets(),
                                           .ceilings = {first.ceilings},
                                           .planned_points = 0,
                                           .kernels = setup_.kernels,
                                           .shard = setup_.shard,
                                           .objective = std::string(name(setup_.objective)),
                                           .deterministic = setup_.deterministic}));
}

}  // namespace warpmark::tuning
