#include "cli/tune/tune_session.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/duration.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/new_file.hpp"
#include "cli/open_backend.hpp"
#include "cli/stamped_name.hpp"
#include "cli/start_team.hpp"

namespace warpmark {

using namespace tuning;

tune_session::tune_session(const tune_options& options, const argument_list& argv,
                           const measuring_options& measuring)
    : options_(options),
      argv_(argv),
      measuring_(measuring),
      limits_{.verify_s = parse_duration_seconds("--verify-limit", options.verify_limit)},
      backend_(resolve_backend(options.backend)),
      journal_path_(options.journal.empty() ? stamped_name("tune") : options.journal) {}

int tune_session::conduct(tune_progress& shown, const std::function<void(evaluator&)>& work,
                          const std::function<void(const card&)>& require) {
  choose_backend(options_.backend);
  require_new_file("--journal", journal_path_, "name another file with --journal");
  // Before the ceilings are measured: an unwritable file must not cost that time.
  journal_.emplace(journal_path_, journal::writer::mode::create);
  std::optional<multi_device_evaluator> at;
  try {
    at.emplace([this] { return team(); }, hooks(shown), options_.seed);
    require(at->reports().front().device);
  } catch (...) {
    std::filesystem::remove(journal_path_);  // It is empty.
    throw;
  }
  open(at->reports().front());
  note_interrupts();
  try {
    work(*at);
  } catch (const tuning_interrupted& stopped) {
    end(stopped.what());
    status_.clear();
    fmt::print(stderr, "{}; what was measured is in {}\n", stopped.what(), journal_path_);
    return exit_missing;
  } catch (const std::exception& error) {
    status_.clear();
    try {
      end(error.what());
    } catch (const std::system_error&) {
      // The journal itself may be unwritable; the first error is reported.
    }
    throw;
  }
  end("");
  status_.clear();
  return exit_ok;
}

void tune_session::append(journal::json line) {
  line["at_s"] = seconds();
  journal_->append(line);
  if (line.at("event") == "measurement") ++end_.counts[line.at("status").get<std::string>()];
}

std::unique_ptr<workers::coordinator> tune_session::team() {
  team_request team_request{.order = {.backend = backend_,
                                      .cache_folder = options_.cache_folder,
                                      .seed = options_.seed,
                                      .measuring = measuring_,
                                      .compile = options_.compile.limits()},
                            .devices = options_.devices,
                            .limits = limits_};
  options_.select.kernels.add_to(team_request.order);
  if (ceilings_) team_request.ceilings = [this](const std::string&) { return *ceilings_; };
  auto started = start_team(team_request);
  if (started->reports().size() != 1)
    throw usage_error(fmt::format("--devices {}: tuning uses one card; expected one number or UUID",
                                  options_.devices));
  ceilings_ = started->reports()
                  .front()
                  .ceilings;  // From the first team, so that fractions of ceilings stay comparable.
  return started;
}

multi_device_evaluator::hooks tune_session::hooks(tune_progress& shown) {
  return {.append = [this](const journal::json& line) { append(line); },
          .interrupted = interrupted,
          .measured =
              [this, &shown](const trial& came, const trial_label& label) {
                shown.saw(came, label);
                status_.show([&] { return shown.text(seconds()); });
              }};
}

void tune_session::open(const workers::worker_report& first) {
  device_ = first.device;
  journal_->append(journal::manifest_line({.argv = argv_,
                                           .backend = backend_,
                                           .devices = {first.device},
                                           .nvrtc_version = first.nvrtc_version,
                                           .compiler_flags = first.compiler_flags,
                                           .seed = options_.seed,
                                           .contract = measuring_,
                                           .exact = interprets(),
                                           .ceilings = {first.ceilings},
                                           .planned_points = 0,
                                           .kernels = options_.select.kernels.record()}));
}

void tune_session::end(const std::string& reason) {
  end_.complete = reason.empty();
  end_.reason = reason;
  end_.wall_s = seconds();
  journal_->append(journal::end_line(end_));
}

std::string rounds_text(const tuning::finals_options& finals_options) {
  return fmt::format("{} round{} in fresh processes, or up to {} where {} left doubt",
                     finals_options.rounds, finals_options.rounds == 1 ? "" : "s",
                     finals_options.rounds + finals_options.more,
                     finals_options.rounds == 1 ? "that" : "those");
}

measuring_options effort_of_finals(measuring_options measuring) {
  measuring.precision = std::min(measuring.precision, 0.005);
  measuring.max_seconds = 0.03;  // Long kernels vary little: a few samples per round suffice.
  measuring.max_samples = 15;    // Variation between processes exceeds that within one.
  return measuring;
}

}  // namespace warpmark
