// warpmark run: verify and measure every point of a sweep, into a journal.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/stat.h>

#include <fmt/format.h>

#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/host/cpu_reader.hpp"
#include "bench/cli/device_choice.hpp"
#include "bench/cli/duration.hpp"
#include "bench/cli/exit_codes.hpp"
#include "bench/cli/open_backend.hpp"
#include "bench/cli/reference_series.hpp"
#include "bench/cli/resume.hpp"
#include "bench/cli/run_summary.hpp"
#include "bench/cli/selection_options.hpp"
#include "bench/cli/text_table.hpp"
#include "bench/cli/verbs.hpp"
#include "bench/core/progress.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "bench/journal/writer.hpp"
#include "bench/workers/coordinator.hpp"

namespace warpmark {
namespace {

struct run_options {
  selection_options select;
  std::string backend = "auto";
  std::string devices = "0";
  std::string output;
  bool resume = false;
  bool dry_run = false;
  bool as_json = false;
  bool phases = false;
  std::string budget;
  std::optional<std::uint64_t> seed;
  std::string state = "cold";
  std::string flush = "clean";
  double precision_percent = 1;
  std::string time_per_point = "1s";
  std::string compile_limit = "2min";
  std::string verify_limit = "5min";
  std::string measure_limit = "2min";
  std::string cache_folder;
};

// Set by Ctrl-C; a second one then ends the program at once.
volatile std::sig_atomic_t interrupt_seen = 0;

void note_interrupt(int) {
  interrupt_seen = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

cache_state state_of(const std::string& text) {
  for (const auto state : {cache_state::cold, cache_state::hot, cache_state::rotated})
    if (text == name(state)) return state;
  throw usage_error(
      fmt::format("--state {}: right would be cold (L2 flushed before each sample), hot (what the "
                  "execution before left) or rotated (other buffers each time)",
                  text));
}

flush_lines flush_of(const std::string& text) {
  if (text == "clean") return flush_lines::clean;
  if (text == "dirty") return flush_lines::dirty;
  throw usage_error(
      fmt::format("--flush {}: right would be clean (lines that can be dropped) or dirty (lines "
                  "that the timed work must first write back)",
                  text));
}

measuring_options measuring_of(const run_options& options) {
  if (!(options.precision_percent > 0 && options.precision_percent <= 50))
    throw usage_error(fmt::format("--precision {:g}: right would be a percentage above 0, up to 50",
                                  options.precision_percent));
  return {.precision = options.precision_percent / 100,
          .max_seconds = parse_duration_seconds("--time-per-point", options.time_per_point),
          .state = state_of(options.state),
          .flush = flush_of(options.flush)};
}

// Before a machine is opened: Hopper's, which the interpreter models, or those of this CPU.
device_limits limits_of(const std::string& backend) {
  return backend == "host" ? host::read_cpu().limits : device_limits{};
}

std::string default_output() {
  std::string stamp = journal::timestamp();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return "warpmark-" + stamp + ".jsonl";
}

void print_plan(const sweep& planned, const run_options& options, const std::string& machine) {
  if (options.as_json) {
    journal::json keys = journal::json::array();
    for (const auto& each : planned.points) keys.push_back(each.key());
    fmt::print("{}\n", journal::json{{"backend", machine}, {"points", keys}}.dump(2));
    return;
  }
  std::map<std::string, std::size_t> counts;
  for (const auto& each : planned.points) ++counts[each.of->path()];
  std::vector<std::vector<std::string>> rows;
  for (const auto& [path, count] : counts) rows.push_back({path, fmt::format("{}", count)});
  fmt::print("{}\n{} points on backend {}; nothing was run\n",
             text_table({"variant", "points"}, rows), planned.points.size(), machine);
  for (const auto& [reason, count] : planned.pruned) fmt::print("{} left out: {}\n", count, reason);
}

int status_of(const journal::run_end& end) {
  std::size_t bad = 0, total = 0;
  for (const auto& [status, count] : end.counts) {
    total += count;
    if (status != "ok" && status != "skipped") bad += count;
  }
  if (bad > 0) return exit_wrong;
  if (total == 0 || !end.complete) return exit_missing;
  return exit_ok;
}

void print_warnings(const journal::run_end& end) {
  std::string text;
  for (const auto& [name, count] : end.warnings)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  if (!text.empty()) fmt::print("warnings: {} (docs/measuring.md says what they mean)\n", text);
  for (const auto& [series, seen] : end.drift)
    if (seen.real)
      fmt::print("drift: the time of the reference {} changed by {:+.1f} % over the run\n", series,
                 100 * seen.change);
}

void print_end(const journal::run_end& end, const run_summary& summary,
               const run_options& options) {
  if (options.as_json) {
    fmt::print("{}\n", journal::end_line(end).dump(2));
    return;
  }
  fmt::print("{}\n", summary.text());
  std::string counts;
  for (const auto& [status, count] : end.counts)
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, status);
  print_warnings(end);
  fmt::print("{} in {:.1f} s; {} kernels compiled, {} from the cache\njournal: {}\n",
             counts.empty() ? "nothing measured" : counts, end.wall_s, end.kernels_compiled,
             end.kernels_from_cache, options.output);
  if (!end.reason.empty())
    fmt::print("stopped early: {}; the same command with --resume goes on\n", end.reason);
}

class run {
 public:
  run(run_options options, argument_list argv)
      : options_(std::move(options)), argv_(std::move(argv)), seed_(options_.seed.value_or(1)) {}

  int execute() {
    measuring_ = measuring_of(options_);
    if (!options_.budget.empty()) budget_ = parse_duration_seconds("--budget", options_.budget);
    if (options_.resume && options_.output.empty())
      throw usage_error("--resume: name the journal to go on with by -o FILE");

    if (options_.dry_run) {
      const std::string machine = resolve_backend(options_.backend);
      refuse_phases_elsewhere(options_.phases, machine);
      const auto planned = make_sweep(options_.select.parse(machine), limits_of(machine));
      print_plan(planned, options_, machine);
      return exit_ok;
    }
    // Whatever is wrong with the request should show before a machine is opened.
    backend_ = resolve_backend(options_.backend);
    refuse_phases_elsewhere(options_.phases, backend_);
    make_sweep(options_.select.parse(backend_), limits_of(backend_));
    if (options_.output.empty()) options_.output = default_output();
    if (!options_.resume && std::filesystem::exists(options_.output))
      throw usage_error(fmt::format(
          "{} exists; add --resume to finish it, or name another file with -o", options_.output));

    std::optional<journal::contents> found;
    if (options_.resume) found = journal::read(options_.output);
    // Opened before the ceilings are measured: an unwritable file must not cost that time.
    if (!found) journal_.emplace(options_.output, journal::writer::mode::create);
    try {
      start_workers(found);
      planned_ = make_sweep(options_.select.parse(backend_), devices_.front().limits);
    } catch (...) {
      if (!found) std::filesystem::remove(options_.output);  // Nothing is in it.
      throw;
    }
    if (found) take_up_journal(*found);
    return measure_all();
  }

 private:
  bool interprets() const { return backend_ == "simt"; }
  bool on_cards() const { return backend_ == "cuda"; }

  // One worker a card, each with its card's ceilings; a resumed run quotes those it began with.
  void start_workers(const std::optional<journal::contents>& found) {
    backend_ = choose_backend(options_.backend);
    const auto chosen = on_cards() ? choose_devices(options_.devices) : std::vector<int>{0};
    const auto cards = on_cards() ? cuda::list_cards() : std::vector<card>{};
    const auto uuid = [&](int ordinal) {
      return on_cards() ? cards.at(static_cast<std::size_t>(ordinal)).uuid : "";
    };
    std::vector<workers::worker_order> orders;
    for (const int each : chosen)
      orders.push_back(
          {.backend = backend_,
           .device_ordinal = each,
           .cache_folder = options_.cache_folder,
           .seed = found ? found->manifest.value("seed", seed_) : seed_,
           .measuring = measuring_,
           .phases = options_.phases,
           .measure_ceilings = on_cards() && !found,
           .ceilings = found ? ceilings_of(found->manifest, uuid(each)) : measured_ceilings{}});
    const auto limit = [](const char* option, const std::string& text) {
      return parse_duration_seconds(option, text);
    };
    team_.emplace("/proc/self/exe", std::move(orders),
                  workers::phase_limits{limit("--compile-limit", options_.compile_limit),
                                        limit("--verify-limit", options_.verify_limit),
                                        limit("--measure-limit", options_.measure_limit)});
    for (const auto& each : team_->reports()) {
      devices_.push_back(each.device);
      ceilings_.push_back(each.ceilings);
    }
    if (const auto& trouble = team_->reports().front().cache_trouble; !trouble.empty())
      fmt::print(stderr, "compiled kernels are not kept: {}; name a folder by --cache\n", trouble);
  }

  void take_up_journal(const journal::contents& found) {
    earlier_ = take_up(found, options_.output, backend_, devices_, options_.seed);
    seed_ = earlier_.seed;
    const char* how = found.complete ? "is complete"
                      : found.ended  ? "stopped early"
                                     : "was cut off (no end line)";
    fmt::print(stderr, "{}: the run {}; {} points are there{}\n", options_.output, how,
               earlier_.keys.size(),
               found.torn_tail ? ", and a torn last line, which is dropped" : "");
  }

  int measure_all() {
    open_journal();
    journal::run_end end{.counts = earlier_.counts};
    run_summary summary;
    std::vector<point> left;
    for (const auto& each : planned_.points)
      if (!earlier_.keys.contains(each.key())) left.push_back(each);
    const std::size_t wanted = left.size();
    progress shown(planned_.points.size(), planned_.points.size() - wanted);

    std::signal(SIGINT, note_interrupt);
    std::signal(SIGTERM, note_interrupt);
    std::signal(SIGXFSZ, SIG_IGN);  // A journal that may not grow is an error, not a death.
    const auto start = std::chrono::steady_clock::now();
    const auto since_start = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    reference_series references;
    const auto outcome =
        team_->run(std::move(left),
                   {.shuffle_seed = interprets() ? std::nullopt : std::optional(seed_),
                    .budget_seconds = budget_},
                   {.measured =
                        [&](const point& of, journal::json&& line) {
                          line["at_s"] = since_start();
                          journal_->append(line);
                          const auto status = line.at("status").get<std::string>();
                          ++end.counts[status];
                          for (const auto& each : line.value("warnings", journal::json::array()))
                            ++end.warnings[each.get<std::string>()];
                          summary.add(of, line);
                          if (status != "ok")
                            fmt::print(stderr, "{}{}: {}: {}\n", isatty(2) != 0 ? "\r\x1b[K" : "",
                                       of.key(), status, line.value("reason", ""));
                          shown.advance(of.key());
                        },
                    .referenced =
                        [&](journal::json&& line) {
                          line["at_s"] = since_start();
                          journal_->append(line);
                          references.add(line);
                        },
                    .interrupted = [] { return interrupt_seen != 0; }});
    shown.finish();

    end.complete = outcome.measured == wanted;
    end.reason = outcome.stopped;
    end.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    end.kernels_compiled = outcome.kernels_compiled;
    end.kernels_from_cache = outcome.kernels_from_cache;
    end.worker_restarts = outcome.worker_restarts;
    end.drift = references.assess();
    journal_->append(journal::end_line(end));
    print_end(end, summary, options_);
    return status_of(end);
  }

  void open_journal() {
    if (options_.resume) {
      journal_.emplace(options_.output, journal::writer::mode::append);
      journal_->append(journal::resume_line(argv_, earlier_.keys.size()));
      return;
    }
    const auto& first = team_->reports().front();
    journal_->append(journal::manifest_line({.argv = argv_,
                                             .backend = backend_,
                                             .devices = devices_,
                                             .nvrtc_version = first.nvrtc_version,
                                             .compiler_flags = first.compiler_flags,
                                             .seed = seed_,
                                             .contract = measuring_,
                                             .exact = interprets(),
                                             .ceilings = ceilings_,
                                             .planned_points = planned_.points.size()}));
  }

  run_options options_;
  argument_list argv_;
  std::uint64_t seed_;
  measuring_options measuring_;
  std::optional<double> budget_;
  std::string backend_;
  std::vector<card> devices_;
  std::optional<workers::coordinator> team_;
  sweep planned_;
  earlier_run earlier_;
  std::vector<measured_ceilings> ceilings_;
  std::optional<journal::writer> journal_;
};

}  // namespace

void add_run(CLI::App& program, const argument_list& argv, int& exit_status) {
  auto options = std::make_shared<run_options>();
  CLI::App* verb = program.add_subcommand("run", "Verify and measure a sweep, into a journal");
  options->select.add_to(*verb);
  verb->add_option("--backend", options->backend,
                   "auto, cuda, simt, or host (native code on the CPU)")
      ->capture_default_str();
  verb->add_option("--devices", options->devices,
                   "Cards to share the points out to: all, numbers from 0, or UUIDs")
      ->capture_default_str();
  verb->add_option("-o,--output", options->output,
                   "The journal (.jsonl); default: warpmark-<UTC time>.jsonl here");
  verb->add_flag("--resume", options->resume, "Go on with the journal named by -o");
  verb->add_flag("--dry-run", options->dry_run, "Say what would be run, and run nothing");
  verb->add_option("--budget", options->budget,
                   "Start no further point after this long: 60s, 5min");
  verb->add_option("--seed", options->seed, "Seed of the input data (default 1)");
  verb->add_option("--state", options->state,
                   "Of the caches: cold (L2 flushed), hot, or rotated (other buffers each time)")
      ->capture_default_str();
  verb->add_option("--flush", options->flush,
                   "What a flush leaves in L2: clean lines, or dirty ones to be written back")
      ->capture_default_str();
  verb->add_option("--precision", options->precision_percent,
                   "Wanted half-width of the median's 95 % interval, in percent")
      ->capture_default_str();
  verb->add_option("--time-per-point", options->time_per_point, "Most wall time for the samples")
      ->capture_default_str();
  verb->add_option("--compile-limit", options->compile_limit,
                   "A point whose compilation takes longer is given up")
      ->capture_default_str();
  verb->add_option("--verify-limit", options->verify_limit,
                   "The same for inputs, first execution and oracle")
      ->capture_default_str();
  verb->add_option("--measure-limit", options->measure_limit, "The same for its samples")
      ->capture_default_str();
  verb->add_flag("--phases", options->phases,
                 "Journal what block 0 did between its barriers (simt only)");
  verb->add_option("--cache", options->cache_folder, "Folder of compiled kernels");
  verb->add_flag("--json", options->as_json, "The summary as JSON");
  verb->footer(
      "Examples:\n  warpmark run reduce -p n=2^10..2^28 -p type=i32,f32 -o reduce.jsonl\n"
      "  warpmark run 'reduce/shuffle_*' -c block=all -c items=all --budget 60s\n"
      "  warpmark run reduce --backend simt -p n=1000 -p dist=exact\n"
      "Exit status: 0 all right, 1 a wrong, crashed or failed point, 2 bad usage, 5 points "
      "missing");
  verb->callback([options, &argv, &exit_status] { exit_status = run(*options, argv).execute(); });
}

}  // namespace warpmark
