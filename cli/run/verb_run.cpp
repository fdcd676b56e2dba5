// warpmark run: verifies and measures every point of a sweep and writes a journal.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/stat.h>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/journal/reader.hpp"
#include "bench/journal/writer.hpp"
#include "bench/workers/process_rounds.hpp"
#include "cli/duration.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/new_file.hpp"
#include "cli/open_backend.hpp"
#include "cli/run/profile_option.hpp"
#include "cli/run/resume.hpp"
#include "cli/run/run_options.hpp"
#include "cli/run/run_output.hpp"
#include "cli/run/run_replay.hpp"
#include "cli/run/sweep_record.hpp"
#include "cli/stamped_name.hpp"
#include "cli/start_team.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

int status_of(const journal::run_end& end, std::uint64_t planned) {
  std::size_t bad = 0, total = 0;
  for (const auto& [status, count] : end.counts) {
    total += count;
    if (status != "ok" && status != "skipped") bad += count;
  }
  if (bad > 0) return exit_wrong;
  // A shard may have no problems.
  if ((total == 0 && planned > 0) || !end.complete) return exit_missing;
  return exit_ok;
}

class run {
 public:
  run(run_options options, argument_list argv)
      : options_(std::move(options)), argv_(std::move(argv)), seed_(options_.seed.value_or(1)) {}

  int execute() {
    measuring_ = options_.measuring(resolve_backend(options_.backend));
    processes_.emplace(options_.num_processes());
    if (!options_.budget.empty()) budget_ = parse_duration_seconds("--budget", options_.budget);
    if (options_.resume && options_.output.empty())
      throw usage_error("--resume: name the journal to continue by -o FILE");

    if (options_.dry_run) {
      const std::string machine = resolve_backend(options_.backend);
      refuse_what_is_elsewhere(machine);
      options_.refuse_processes_on(machine);
      profiled_metrics(options_.profile, machine);
      const auto limits = limits_unopened(machine, options_.card.chosen(machine));
      print_plan(*options_.planned(machine, limits), options_, machine);
      return exit_ok;
    }
    // Errors in the options must be reported before a machine is opened.
    backend_ = resolve_backend(options_.backend);
    refuse_what_is_elsewhere(backend_);
    options_.refuse_processes_on(backend_);
    metrics_ = profiled_metrics(options_.profile, backend_);
    options_.planned(backend_, limits_unopened(backend_, options_.card.chosen(backend_)));
    if (options_.output.empty()) options_.output = stamped_name("warpmark");
    if (!options_.resume)
      require_new_file("-o", options_.output,
                       "add --resume to finish it, or name another file with -o");

    std::optional<journal::contents> found;
    // Opened first, so that nothing is added to what is read.
    if (options_.resume) journal_.emplace(options_.output, journal::writer::mode::append);
    if (options_.resume) found = read_earlier(options_.output, *processes_);
    if (found) require_same_kernels(*found, options_.output, kernels());
    if (found) require_same_shard(*found, options_.output, options_.part());
    if (found) require_same_protocol(*found, options_.output, measuring_, interprets());
    // Opened before the ceilings are measured: an unwritable file must not cost that time.
    if (!found) journal_.emplace(options_.output, journal::writer::mode::create);
    try {
      start_workers(found);
      planned_ = options_.planned(backend_, devices_.front().limits);
    } catch (...) {
      if (!found) std::filesystem::remove(options_.output);  // It is empty.
      throw;
    }
    if (found) take_up_journal(*found);
    if (options_.select.mutants)
      print_pruned(
          stderr,
          *planned_);  // Selections with mutants are small, so every excluded point matters.
    return measure_all();
  }

 private:
  void refuse_what_is_elsewhere(const std::string& machine) const {
    refuse_phases_elsewhere(options_.phases, machine);
    if (options_.energy) refuse_without_card("--energy", machine);
    if (options_.latency) refuse_without_card("--latency", machine);
  }
  bool interprets() const { return backend_ == "simt"; }
  journal::json_place manifest_of(const journal::contents& found) const {
    return journal::place_of(found.manifest, options_.output);
  }
  const std::optional<kernels_record>& kernels() const { return options_.select.kernels.record(); }

  // One worker per card, each with its card's ceilings; a resumed run keeps those in its journal.
  void start_workers(const std::optional<journal::contents>& found) {
    backend_ = choose_backend(options_.backend);
    const auto limit = [](const char* option, const std::string& text) {
      return parse_duration_seconds(option, text);
    };
    team_request request{
        .order = {.backend = backend_,
                  .cache_folder = options_.cache_folder,
                  .seed = found ? seed_of(manifest_of(*found)) : seed_,
                  .measuring = workers::options_of_process(measuring_, processes_->num_processes()),
                  .phases = options_.phases,
                  .global_races = options_.select.mutants,
                  .profile = metrics_,
                  .compile = options_.compile.limits(),
                  .interpreting = options_.interpreting.limits(),
                  .card = options_.card.file_text(backend_)},
        .devices = options_.devices,
        .limits = {.verify_s = limit("--verify-limit", options_.verify_limit),
                   .measure_s = limit("--measure-limit", options_.measure_limit) +
                                energy_limit_s(measuring_)}};
    options_.select.kernels.add_to(request.order);
    if (found)
      request.ceilings = [this, manifest = found->manifest](const std::string& uuid) {
        return ceilings_of(journal::place_of(manifest, options_.output), uuid);
      };
    team_.emplace([this, request = std::move(request)] {
      auto again = request;
      // Fresh processes use the ceilings of the first.
      if (!ceilings_.empty())
        again.ceilings = [this](const std::string&) { return ceilings_.front(); };
      return start_team(again);
    });
    for (const auto& report : team_->now().reports()) {
      devices_.push_back(report.device);
      ceilings_.push_back(report.ceilings);
    }
    if (const auto& trouble = team_->now().reports().front().cache_trouble; !trouble.empty())
      print_note(
          fmt::format("compiled kernels are not cached: {}; name a folder by --cache", trouble));
  }

  void take_up_journal(const journal::contents& found) {
    earlier_ = take_up(found, options_.output, backend_, devices_, options_.seed);
    seed_ = earlier_.seed;
    const char* ending = found.complete ? "is complete"
                         : found.ended  ? "stopped early"
                                        : "was cut off (no end line)";
    fmt::print(stderr, "{}: the run {}; it has {}{}\n", options_.output, ending,
               counted(earlier_.keys.size(), "point"),
               found.torn_tail ? ", and an incomplete last line, which is dropped" : "");
  }

  int measure_all() {
    open_journal();
    const auto is_planned = planned_->membership();
    const auto done = static_cast<std::uint64_t>(
        std::count_if(earlier_.keys.begin(), earlier_.keys.end(), is_planned));
    sweep_record results(*journal_,
                         {.planned = planned_->count(),
                          .done = done,
                          .num_processes = processes_->num_processes(),
                          .processes_done = processes_->count(is_planned)},
                         earlier_.counts);
    note_interrupts();
    const workers::sweep_options sweep = {
        .shuffle_seed = interprets() ? std::nullopt : std::optional(seed_),
        .budget_seconds = budget_,
        .is_done = [&](const std::string& key) { return earlier_.keys.contains(key); }};
    const auto outcome =
        processes_->num_processes() == 1
            ? team_->now().run(*planned_, sweep, results.listener())
            : run_rounds(*team_, *planned_, sweep, results.listener(), *processes_);
    const auto& end = results.finish(outcome);
    print_end(end, results.tables(), options_);
    return status_of(end, planned_->count());
  }

  void open_journal() {
    if (options_.resume) {
      journal_->append(journal::resume_line(argv_, earlier_.keys.size()));
      return;
    }
    const auto& first = team_->now().reports().front();
    journal_->append(journal::manifest_line({.argv = argv_,
                                             .backend = backend_,
                                             .devices = devices_,
                                             .nvrtc_version = first.nvrtc_version,
                                             .compiler_flags = first.compiler_flags,
                                             .seed = seed_,
                                             .contract = measuring_,
                                             .num_processes = processes_->num_processes(),
                                             .exact = interprets(),
                                             .ceilings = ceilings_,
                                             .planned_points = planned_->count(),
                                             .kernels = kernels(),
                                             .shard = options_.part()}));
  }

  run_options options_;
  argument_list argv_;
  std::uint64_t seed_;
  measuring_options measuring_;
  std::optional<double> budget_;
  std::string backend_;
  std::vector<std::string> metrics_;  ///< Of --profile.
  std::vector<card> devices_;
  std::optional<workers::renewable_team> team_;
  std::unique_ptr<const planned_points> planned_;
  earlier_run earlier_;
  std::vector<measured_ceilings> ceilings_;
  std::optional<journal::process_record> processes_;
  std::optional<journal::writer> journal_;
};

}  // namespace

void add_run(CLI::App& program, const argument_list& argv, int& exit_status) {
  auto options = std::make_shared<run_options>();
  CLI::App* verb = program.add_subcommand("run", "Verify and measure a sweep; write a journal");
  options->add_to(*verb);
  verb->callback([options, verb, &argv, &exit_status] {
    options->apply_publish(*verb);
    const bool replays = options->backend == "replay" || !options->record.empty();
    if (replays) options->card.chosen("replay");
    exit_status = replays ? run_record(*options, argv) : run(*options, argv).execute();
  });
}

}  // namespace warpmark
