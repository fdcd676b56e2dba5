// warpmark doctor: checks the installation and suggests remedies, here or on the hosts of a fleet.

#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command_description.hpp"
#include "cli/doctor/calibration_check.hpp"
#include "cli/doctor/fleet_comparison.hpp"
#include "cli/doctor/fleet_hosts.hpp"
#include "cli/doctor/fleet_report.hpp"
#include "cli/doctor/host_report.hpp"
#include "cli/doctor/installation.hpp"
#include "cli/duration.hpp"
#include "cli/exit_codes.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

using journal::json;

struct doctor_options {
  bool as_json = false;
  std::string calibration;
  std::string fleet;
  fleet_settings settings;  ///< Where they were given, instead of the file's.
  std::string time_limit;
  CLI::App* verb = nullptr;
};

void print(const installation_finding& finding) {
  fmt::print("{:<8} {:<19} {}\n",
             finding.good                          ? "ok"
             : finding.subject == "card constants" ? "differ"
             : finding.needed                      ? "MISSING"
                                                   : "absent",
             finding.subject, finding.detail);
  for (const auto& line : finding.tried) fmt::print("{:<28} {}\n", "", line);
}

int look_here(const std::vector<std::string>& verbs, const doctor_options& options) {
  int status = exit_ok;
  json list = json::array();
  auto findings = look_around(verbs);
  for (auto& finding : look_at_calibrations(options.calibration))
    findings.push_back(std::move(finding));
  for (const auto& finding : findings) {
    if (finding.needed && !finding.good) status = exit_usage;
    if (options.as_json)
      list.push_back({{"what", finding.subject},
                      {"good", finding.good},
                      {"needed", finding.needed},
                      {"detail", finding.detail},
                      {"tried", finding.tried},
                      {"facts", finding.facts}});
    else
      print(finding);
  }
  if (options.as_json) fmt::print("{}\n", list.dump(2));
  return status;
}

int look_at_fleet(const doctor_options& options) {
  if (!options.calibration.empty())
    throw usage_error("doctor --calibration: only here; expected no --fleet");
  fleet fleet = read_fleet(options.fleet);
  if (options.verb->count("--ssh") > 0) fleet.settings.ssh = options.settings.ssh;
  if (options.verb->count("--program") > 0) fleet.replace_program(options.settings.program);
  if (!options.time_limit.empty())
    fleet.settings.time_limit_s = parse_duration_seconds("--time-limit", options.time_limit);
  const auto compared = compare_hosts(ask_hosts(fleet));
  if (options.as_json)
    fmt::print("{}\n", fleet_json(compared).dump(2));
  else
    fmt::print("{}", fleet_text(compared));
  return compared.is_alike() ? exit_ok : exit_wrong;
}

void require_fleet(const doctor_options& options) {
  for (const char* name : {"--ssh", "--program", "--time-limit"})
    if (options.verb->count(name) > 0)
      throw usage_error(
          fmt::format("doctor {}: only other hosts are asked so; expected --fleet", name));
}

}  // namespace

void add_doctor(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<doctor_options>();
  CLI::App* verb = program.add_subcommand(
      "doctor", "Check the installation: compiler, card, baselines, cache, Python");
  options->verb = verb;
  verb->add_flag("--json", options->as_json, "As JSON");
  verb->add_option("--calibration", options->calibration,
                   "Compare the program's constants of a card with this card file; default: those "
                   "that `calibrate` wrote")
      ->type_name("FILE");
  verb->add_option("--fleet", options->fleet,
                   "Compare the installations of the hosts that a file lists, one per line or as "
                   "TOML")
      ->type_name("FILE");
  verb->add_option("--ssh", options->settings.ssh, "fleet: command that takes a host and a command")
      ->type_name("COMMAND")
      ->capture_default_str();
  verb->add_option("--program", options->settings.program, "fleet: warpmark on the hosts")
      ->type_name("COMMAND")
      ->capture_default_str();
  verb->add_option("--time-limit", options->time_limit, "fleet: for the answer of a host [60s]")
      ->type_name("TIME");
  verb->footer(
      "Examples:\n  warpmark doctor\n  warpmark doctor --json\n"
      "  warpmark doctor --calibration nvidia_h200.json\n"
      "  warpmark doctor --fleet hosts.txt\n"
      "  warpmark doctor --fleet hosts.toml --ssh 'srun -N1 -w' --time-limit 5min\n"
      "Exit status: 0 if `warpmark run` can work here, else 2; with --fleet 0 if all hosts answer "
      "and are alike, else 1");
  verb->callback([&program, options, &exit_status] {
    exit_status = exit_usage;
    if (options->fleet.empty()) {
      require_fleet(*options);
      exit_status = look_here(shown_verbs(program), *options);
    } else {
      exit_status = look_at_fleet(*options);
    }
  });
}

}  // namespace warpmark
