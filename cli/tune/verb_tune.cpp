// warpmark tune: finds the fastest config of a space, on a machine or from a record.

#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "cli/exit_codes.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/tune_options.hpp"
#include "tuning/replay/recorded_points.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark {
namespace {

using namespace tuning;

void print_strategies() {
  for (const auto& strategy : all_strategies()) {
    fmt::print("{}\n{}", strategy.name, wrapped(strategy.summary, 4));
    for (const auto& one : strategy.hyper_parameters)
      fmt::print("{}",
                 wrapped(fmt::format("--set {}={}: {}", one.name, one.value, one.summary), 6));
  }
}

// A record and a machine exclude each other.
int tune_somewhere(const tune_options& options, const argument_list& argv) {
  const bool replays = options.backend == "replay" || !options.record.empty();
  if (replays) options.card.chosen("replay");
  if (!options.shard.empty() && (replays || !options.check.empty() || !options.output.empty()))
    throw usage_error(fmt::format(
        "tune --shard {}: a part of the problems is tuned on a machine, into a journal; expected "
        "no --from, --check or -o (`warpmark merge` joins the journals, `warpmark export --format "
        "profile` makes the profile)",
        options.shard));
  const bool for_time = options.objective() == journal::objective_kind::time;
  if (!for_time && !options.check.empty())
    throw usage_error(
        fmt::format("tune --check {} --objective {}: a check compares times; expected "
                    "no --objective",
                    options.check, options.objective_name));
  const bool for_any_level = options.select.level() == determinism::not_guaranteed;
  if (!for_any_level && !options.check.empty())
    throw usage_error(fmt::format(
        "tune --check {} --deterministic {}: a profile is checked at the level that it was tuned "
        "for; expected no --deterministic",
        options.check, options.select.deterministic));
  if (!options.check.empty() && !options.start_from.empty())
    throw usage_error(
        fmt::format("tune --check {} --start-from {}: a check begins with the profile's configs; "
                    "expected no --start-from",
                    options.check, options.start_from));
  if (!options.check.empty()) {
    if (replays)
      throw usage_error(
          fmt::format("tune --check {}: a record cannot be measured again; expected the card "
                      "of the profile",
                      options.check));
    return tune_check(options, argv);
  }
  if (!options.hold_out.empty() && options.output.empty())
    throw usage_error(
        fmt::format("--hold-out {}: only a profile is tested at held-out sizes; expected -o FILE",
                    options.hold_out));
  if (!replays) {
    if (options.select.patterns.empty() && !options.select.kernels.record())
      throw usage_error(
          "tune: name what to tune, as in `warpmark tune reduce -p n=2^20`, or a record by --from");
    return tune_live(options, argv);
  }
  if (options.backend != "replay" && options.backend != "auto")
    throw usage_error(fmt::format(
        "tune --backend {} --from {}: a record needs no backend; expected --backend replay or none",
        options.backend, options.record));
  // --from alone tunes one space by a strategy; --backend replay replaces a card.
  if (options.backend == "replay" && !options.record.empty() && journal::is_journal(options.record))
    return tune_recorded_race(options, argv);
  if (!for_any_level)
    throw usage_error(fmt::format(
        "--deterministic {} --from {}: a strategy alone searches one variant; expected --backend "
        "replay and a journal",
        options.select.deterministic, options.record));
  if (!for_time)
    throw usage_error(
        fmt::format("--objective {} --from {}: a strategy alone minimises recorded times; expected "
                    "--backend replay and a journal of `warpmark run --energy`",
                    options.objective_name, options.record));
  tune_record(options, argv);
  return exit_ok;
}

}  // namespace

void add_tune(CLI::App& program, const argument_list& argv, int& exit_status) {
  auto options = std::make_shared<tune_options>();
  CLI::App* verb = program.add_subcommand("tune", tune_description);
  options->add_to(*verb);
  verb->callback([options, &argv, &exit_status] {
    exit_status = exit_ok;
    if (options->list_strategies)
      print_strategies();
    else
      exit_status = tune_somewhere(*options, argv);
  });
}

}  // namespace warpmark
