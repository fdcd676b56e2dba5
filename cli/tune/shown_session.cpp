#include "cli/tune/shown_session.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "base/counted.hpp"
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

shown_session::shown_session(const tune_options& options, const argument_list& argv,
                             const measuring_options& measuring)
    : options_(options),
      limits_{.verify_s = parse_duration_seconds("--verify-limit", options.verify_limit),
              .measure_s = workers::phase_limits{}.measure_s + energy_limit_s(measuring)},
      session_(setup(argv, measuring)) {}

session_setup shown_session::setup(const argument_list& argv, const measuring_options& measuring) {
  return {.argv = argv,
          .backend = resolve_backend(options_.backend),
          .journal = options_.journal.empty() ? stamped_name("tune") : options_.journal,
          .seed = options_.seed,
          .measuring = measuring,
          .objective = options_.objective(),
          .deterministic = options_.select.level(),
          .kernels = options_.select.kernels.record(),
          .shard = options_.part(),
          .start_workers =
              [this, measuring](const std::optional<measured_ceilings>& ceilings) {
                return team(measuring, ceilings);
              },
          .interrupted = interrupted,
          .measured =
              [this](const trial& came, const trial_label& label) {
                shown_->saw(came, label);
                status_.show([&] { return shown_->text(session_.seconds()); });
              }};
}

// Modelled times do not depend on what else runs. The interpreters share the limit of memory; one
// that the user names is that of a point.
std::size_t shown_session::interpreters(const interpreter_limits& limits) const {
  constexpr std::uint64_t max_interpreters = 4;  // A batch of the search has few points.
  constexpr std::uint64_t memory_of_each = std::uint64_t{2} << 30;
  if (backend() != "simt" || !options_.interpreting.memory.empty()) return 1;
  const std::uint64_t fitting = limits.memory_bytes.value_or(0) / memory_of_each;
  return std::clamp<std::uint64_t>(
      std::min<std::uint64_t>(std::thread::hardware_concurrency(), fitting), 1, max_interpreters);
}

std::unique_ptr<workers::coordinator> shown_session::team(
    const measuring_options& measuring, const std::optional<measured_ceilings>& ceilings) {
  interpreter_limits interpreting = options_.interpreting.limits();
  const std::size_t interpreting_processes = interpreters(interpreting);
  if (interpreting.memory_bytes) *interpreting.memory_bytes /= interpreting_processes;
  team_request request{.order = {.backend = backend(),
                                 .cache_folder = options_.cache_folder,
                                 .seed = options_.seed,
                                 .measuring = measuring,
                                 .compile = options_.compile.limits(),
                                 .interpreting = interpreting,
                                 .card = options_.card.file_text(backend())},
                       .devices = options_.devices,
                       .interpreters = interpreting_processes,
                       .limits = limits_};
  options_.select.kernels.add_to(request.order);
  if (ceilings) request.ceilings = [&](const std::string&) { return *ceilings; };
  auto started = start_team(request);
  if (backend() != "simt" && started->reports().size() != 1)
    throw usage_error(fmt::format("--devices {}: tuning uses one card; expected one number or UUID",
                                  options_.devices));
  return started;
}

int shown_session::conduct(tune_progress& shown, const std::function<void(evaluator&)>& work,
                           const std::function<void(const card&)>& require) {
  choose_backend(options_.backend);
  require_new_file("--journal", journal_path(), "name another file with --journal");
  shown_ = &shown;
  std::string stopped;
  try {
    stopped = session_.conduct(
        [&](evaluator& machine) {
          note_interrupts();
          work(machine);
        },
        require);
  } catch (...) {
    status_.clear();
    throw;
  }
  status_.clear();
  if (stopped.empty()) return exit_ok;
  fmt::print(stderr, "{}; what was measured is in {}\n", stopped, journal_path());
  return exit_missing;
}

tuning_listener shown_session::listener(tune_progress& shown) {
  return {.searching =
              [&](const std::string& problem, std::size_t evaluations) {
                shown.begin_search(problem, evaluations, session_.seconds());
              },
          .begins =
              [&](const std::string& activity, std::size_t measurements) {
                shown.begin(activity, measurements, session_.seconds());
              },
          .left_out =
              [](const std::string& problem) {
                fmt::print(stderr, "{}: not tuned, the budget is used up\n", problem);
              }};
}

std::string rounds_text(const tuning::finals_options& options) {
  return fmt::format("{} in fresh processes, or up to {} where {} left doubt",
                     counted(options.rounds, "round"), options.rounds + options.more,
                     options.rounds == 1 ? "that" : "those");
}

}  // namespace warpmark
