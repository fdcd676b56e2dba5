#include "cli/run/run_options.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/number.hpp"
#include "base/usage_error.hpp"
#include "bench/core/point_list.hpp"
#include "bench/core/shard_points.hpp"
#include "bench/core/sweep_plan.hpp"
#include "bench/space/saturating.hpp"
#include "cli/duration.hpp"

namespace warpmark {
namespace {

constexpr std::size_t max_processes_of_point = 64;

cache_state state_of(const std::string& text) {
  for (const auto state : {cache_state::cold, cache_state::hot, cache_state::rotated})
    if (text == name(state)) return state;
  throw usage_error(
      fmt::format("--state {}: expected cold (L2 flushed before each sample), hot (state after the "
                  "previous execution) or rotated (other buffers each time)",
                  text));
}

flush_lines flush_of(const std::string& text) {
  if (text == "clean") return flush_lines::clean;
  if (text == "dirty") return flush_lines::dirty;
  throw usage_error(
      fmt::format("--flush {}: expected clean (lines that can be dropped) or dirty (lines "
                  "that the timed work must first write back)",
                  text));
}

input_choice inputs_of(const std::string& text) {
  for (const auto choice : {input_choice::fixed, input_choice::rotating})
    if (text == name(choice)) return choice;
  throw usage_error(
      fmt::format("--inputs {}: expected fixed (the same for all samples) or rotating (one of "
                  "several sets for each)",
                  text));
}

std::optional<energy_options> energy_of(bool asked, const std::string& time) {
  if (!asked) return std::nullopt;
  const double span_s = parse_duration_seconds("--energy-time", time);
  // Counters are updated ten times per second.
  if (!(span_s >= 0.1 && span_s <= 60))
    throw usage_error(fmt::format("--energy-time {}: expected a time from 100ms to 60s", time));
  return energy_options{.span_s = span_s};
}

// Of --reproducible.
std::size_t compared_executions(const std::string& text) {
  constexpr std::uint64_t min_executions = 2, max_executions = 100'000;
  const auto number = inspect::parse_whole(text);
  if (!number || number->negative || number->magnitude < min_executions ||
      number->magnitude > max_executions)
    throw usage_error(fmt::format("--reproducible {}: expected a number from {} to {}",
                                  text.empty() ? "''" : text, min_executions, max_executions));
  return number->magnitude;
}

}  // namespace

// Code of others is measured as if it wanted to deceive, but interpreted only once unless asked:
// nothing is timed there.
input_choice run_options::input_choice_on(const std::string& machine) const {
  if (paranoid && inputs == "fixed")
    throw usage_error("--paranoid --inputs fixed: expected --inputs rotating, or none");
  if (!inputs.empty()) return inputs_of(inputs);
  const bool is_of_others =
      select.kernels.record().has_value() && !machine.empty() && machine != "simt";
  return paranoid || is_of_others ? input_choice::rotating : input_choice::fixed;
}

measuring_options run_options::measuring(const std::string& machine) const {
  if (state_of(state) != cache_state::cold && flush_of(flush) != flush_lines::clean)
    throw usage_error(
        fmt::format("--state {} --flush {}: only the cold state has flushes; expected --state cold",
                    state, flush));
  if (!(precision_percent > 0 && precision_percent <= 50))
    throw usage_error(fmt::format("--precision {:g}: expected a percentage above 0, up to 50",
                                  precision_percent));
  if (max_samples < 1)
    throw usage_error(fmt::format("--max-samples {}: expected a number from 1", max_samples));
  return {.precision = precision_percent / 100,
          .max_seconds = parse_duration_seconds("--time-per-point", time_per_point),
          .max_samples = max_samples,
          .state = state_of(state),
          .flush = flush_of(flush),
          .inputs = input_choice_on(machine),
          .paranoid = paranoid,
          .compared_executions = reproducible,
          .num_streams = num_streams_on(machine),
          .energy = energy_of(energy, energy_time),
          .sampled_blocks = sampled_blocks_on(machine),
          .latency = latency};
}

// An empty name: of a record.
std::size_t run_options::sampled_blocks_on(const std::string& machine) const {
  constexpr std::size_t max_blocks = 4096;
  if (sample_blocks > max_blocks)
    throw usage_error(fmt::format("--sample-blocks {}: expected a number from 0 to {}",
                                  sample_blocks, max_blocks));
  if (sample_blocks != 0 && machine != "simt")
    throw usage_error(fmt::format(
        "--sample-blocks {}: only modelled times need no results; expected --backend simt",
        sample_blocks));
  if (sample_blocks != 0 && (paranoid || reproducible != 0))
    throw usage_error(fmt::format(
        "--sample-blocks {} {}: the outputs of a sample are incomplete; expected one of the two",
        sample_blocks, paranoid ? "--paranoid" : "--reproducible"));
  return sample_blocks;
}

std::size_t run_options::num_streams_on(const std::string& machine) const {
  constexpr std::size_t max_streams = 64;
  if (streams < 1 || streams > max_streams)
    throw usage_error(
        fmt::format("--streams {}: expected a number from 1 to {}", streams, max_streams));
  if (!machine.empty() && machine != "cuda" && streams > 1 && !publish)
    throw usage_error(
        fmt::format("--streams {}: backend {} has no streams; expected 1", streams, machine));
  return machine == "cuda" ? streams : 1;
}

std::size_t run_options::num_processes() const {
  if (processes < 1 || processes > max_processes_of_point)
    throw usage_error(fmt::format("--processes {}: expected a number from 1 to {}", processes,
                                  max_processes_of_point));
  return processes;
}

void run_options::refuse_processes_on(const std::string& machine) const {
  if (num_processes() == 1) return;
  const std::string given = publish ? "--publish" : fmt::format("--processes {}", processes);
  if (machine == "simt")
    throw usage_error(fmt::format(
        "{}: counts do not vary between processes; expected --backend cuda or host", given));
  if (machine == "cuda" && devices.find_first_of(",l") != std::string::npos)
    throw usage_error(fmt::format(
        "{} --devices {}: the processes of a point run on one card; expected one device, and a run "
        "with --shard for each",
        given, devices));
}

void run_options::apply_publish(const CLI::App& verb) {
  if (!publish) return;
  const auto set = [&](const char* option, auto& value, auto published) {
    if (verb.count(option) == 0) value = published;
  };
  set("--processes", processes, std::size_t{5});
  set("--streams", streams, std::size_t{16});
  set("--precision", precision_percent, 0.5);
  set("--max-samples", max_samples, std::size_t{2000});
  set("--time-per-point", time_per_point, std::string("5s"));
}

std::optional<shard> run_options::part() const {
  return shard.empty() ? std::nullopt : std::optional(parse_shard(shard));
}

std::unique_ptr<const planned_points> run_options::planned(const std::string& machine,
                                                           const device_limits& limits,
                                                           const std::string& made_for) const {
  const auto asked = part();
  auto whole = planned_whole(machine, limits, made_for);
  if (!asked) return whole;
  return std::make_unique<shard_points>(std::move(whole), *asked);
}

std::unique_ptr<const planned_points> run_options::planned_whole(
    const std::string& machine, const device_limits& limits, const std::string& made_for) const {
  if (points.empty()) {
    selection selection = select.parse(machine);
    selection.made_for = made_for;
    auto plan = std::make_unique<sweep_plan>(select.kernels.registry(), selection, limits);
    if (plan->count() == spaces::uncountable)
      throw too_many_points(
          "2^64 points or more are selected: name fewer values by -p and -c, or variants");
    return plan;
  }
  if (!select.empty() || select.level() != determinism::not_guaranteed)
    throw usage_error(fmt::format(
        "--points {}: the file lists the points; expected no SELECT, -p, -c or --deterministic",
        points));
  std::istringstream lines(input::read_text(points, input::max_source_bytes));
  auto listed =
      read_points(select.kernels.registry(), lines, points, limits, select.wanted_mutants()).points;
  std::erase_if(listed, [&](const point& point) {
    const auto& backends = point.variant->backends;
    return !made_for.empty() &&
           std::find(backends.begin(), backends.end(), made_for) == backends.end();
  });
  if (listed.empty())
    throw no_point_left(
        fmt::format("--points {}: none of its variants runs on {}", points, made_for));
  return std::make_unique<listed_points>(std::move(listed));
}

void run_options::add_to(CLI::App& verb) {
  select.add_sweep_to(verb);
  verb.add_option("--points", points,
                  "Run the points in this file, one key per line, instead of a sweep")
      ->type_name("FILE");
  verb.add_option("--shard", shard,
                  "Only this part of the problems: 3/16, auto (the task of a Slurm array), auto/16")
      ->type_name("I/N");
  verb.add_option("--backend", backend,
                  "auto, cuda, simt, host (native code on the CPU), or replay (of a record)")
      ->type_name("auto|cuda|simt|host|replay")
      ->capture_default_str();
  card.add_to(verb);
  verb.add_option(
          "--from", record,
          "Replay this record: a journal (.jsonl, also .gz or .zst) or a Kernel Tuner cache")
      ->type_name("FILE");
  verb.add_option("--devices", devices,
                  "Cards to distribute the points over: all, numbers from 0, or UUIDs")
      ->type_name("LIST")
      ->capture_default_str();
  verb.add_option("-o,--output", output,
                  "The journal (.jsonl); default: warpmark-<UTC time>.jsonl here")
      ->type_name("FILE");
  verb.add_flag("--resume", resume, "Continue the journal named by -o");
  verb.add_flag("--dry-run", dry_run, "Print the plan without running it");
  verb.add_option("--budget", budget, "Start no further point after this long: 60s, 5min")
      ->type_name("TIME");
  verb.add_option("--seed", seed, "Seed of the input data (default 1)");
  verb.add_option("--state", state,
                  "Cache state: cold (L2 flushed), hot, or rotated (other buffers each time)")
      ->type_name("cold|hot|rotated")
      ->capture_default_str();
  verb.add_option("--flush", flush,
                  "State of L2 after a flush: clean lines, or dirty ones to be written back")
      ->type_name("clean|dirty")
      ->capture_default_str();
  verb.add_option("--inputs", inputs,
                  "Inputs of the samples: fixed (default), or rotating (one of several sets at "
                  "random; default for --kernels and --plugin on a card)")
      ->type_name("fixed|rotating");
  verb.add_flag("--paranoid", paranoid,
                "Rotating inputs for all variants, and look for state kept between executions");
  verb.add_option_function<std::string>(
          "--reproducible",
          [this](const std::string& text) { reproducible = compared_executions(text); },
          "Execute each point this many times more and compare the outputs bit for bit: "
          "different ones are wrong where the variant states that they are reproducible")
      ->type_name("N");
  verb.add_option("--sample-blocks", sample_blocks,
                  "Interpret only this many blocks of an execution's last launch, for a modelled "
                  "time; nothing is verified (simt only; 0: all)")
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--precision", precision_percent,
                  "Target half-width of the median's 95 % interval, in percent")
      ->type_name("PERCENT")
      ->capture_default_str();
  verb.add_option("--time-per-point", time_per_point, "Maximum wall time for the samples")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_option("--max-samples", max_samples, "Maximum number of samples of a point")
      ->capture_default_str();
  verb.add_flag("--energy", energy,
                "Also measure joules per execution, of back-to-back executions after the samples "
                "(cards only)");
  verb.add_option("--energy-time", energy_time, "Time of each of the 5 spans of --energy")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_flag("--latency", latency,
                "Also measure the host's times to enqueue, launch as a graph and complete an "
                "execution (cards only)");
  verb.add_option(
          "--processes", processes,
          "Measure each point in this many fresh processes, which share its samples and time")
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--streams", streams,
                  "Distribute the samples of a point over this many streams of the card")
      ->type_name("N")
      ->capture_default_str();
  verb.add_flag("--publish", publish,
                "For figures of papers: --processes 5 --streams 16 --precision 0.5 "
                "--max-samples 2000 --time-per-point 5s, where not given otherwise");
  compile.add_to(verb);
  interpreting.add_to(verb);
  verb.add_option("--verify-limit", verify_limit,
                  "Maximum time for a point's inputs, first execution and oracle")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_option("--measure-limit", measure_limit, "Maximum time for a point's samples")
      ->type_name("TIME")
      ->capture_default_str();
  verb.add_flag("--phases", phases,
                "Record the counters of block 0 between its barriers (simt only)");
  verb.add_option("--profile", profile,
                  "Hardware counters of each point, after its times: default, or Nsight Compute's "
                  "metrics (cuda only)")
      ->type_name("METRIC,...");
  verb.add_option("--cache", cache_folder, "Folder of compiled kernels")->type_name("DIR");
  verb.add_flag("--json", as_json, "The summary as JSON");
  verb.footer(
      "Examples:\n  warpmark run reduce -p n=2^10..2^28 -p type=i32,f32 -o reduce.jsonl\n"
      "  warpmark run 'reduce/shuffle_*' -c block=all -c items=all --budget 60s\n"
      "  warpmark run reduce --backend simt -p n=1000 -p dist=exact\n"
      "  warpmark run --mutants '*/mutants/*' --backend simt\n"
      "  warpmark run reduce --publish -o figure.jsonl\n"
      "  warpmark run reduce --shard 3/16 -o shard-03.jsonl\n"
      "  warpmark run reduce -p n=2^20 --backend replay --from sweep.jsonl -o again.jsonl\n"
      "Exit status: 0 success, 1 a wrong, crashed, timed-out or failed point, 2 bad usage, 5 "
      "points missing");
}

}  // namespace warpmark
