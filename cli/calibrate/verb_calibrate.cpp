// warpmark calibrate: measures a card's constants for the time model and writes a card file.

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/calibrate/calibrate.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/journal/lines.hpp"
#include "cli/calibration_files.hpp"
#include "cli/exit_codes.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/open_backend.hpp"
#include "cli/text_table.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

struct calibrate_options {
  std::string backend = "cuda";
  int device = 0;
  std::string output;
  std::string cache_folder;
};

// In the user's folder, where doctor finds it.
std::filesystem::path default_output(const std::string& card_name) {
  const auto folder = calibration_folder();
  if (folder.empty())
    throw usage_error("calibrate: neither XDG_CONFIG_HOME nor HOME is set; name the file with -o");
  return folder / card_file_name(card_name);
}

void require_card(const std::string& name) {
  if (name == "simt")
    throw usage_error(
        "--backend simt: the interpreter has no clock; expected cuda, "
        "on a machine with a card");
  if (name != "cuda")
    throw usage_error(fmt::format("--backend {}: only cards are calibrated; expected cuda", name));
  if (const auto probe = cuda::probe_driver(); !probe.available)
    throw usage_error(
        fmt::format("calibrate: {}; expected a machine with a card and its driver", probe.reason));
}

// What identifies a card in its file.
model::card_file card_of(const card& device) {
  model::card_file result;
  result.name = device.name;
  result.compute_capability = device.compute_capability;
  result.multiprocessors = device.limits.multiprocessors;
  return result;
}

void print(const model::card_file& card) {
  std::vector<std::vector<std::string>> rows;
  for (const model::constant_field& constant_field : model::constant_fields()) {
    const std::string key(constant_field.key);
    rows.push_back(
        {key, fmt::format("{:.6g}", card.constants.*constant_field.member), card.sources.at(key)});
  }
  fmt::print("{}\n{}\n", card.name, text_table({"constant", "value", "source"}, rows));
}

int calibrate_card(const calibrate_options& options) {
  require_card(options.backend);
  const auto machine = open_backend("cuda", options.device);
  const std::filesystem::path path = options.output.empty() ? default_output(machine->device().name)
                                                            : std::filesystem::path(options.output);
  // Refused before a minute is spent.
  with_calibration(path, card_of(machine->device()));
  compiler::kernel_compiler compile(embedded_compiler_options(options.cache_folder));
  model::card_file card =
      calibrate::calibrate(*machine, compile, {.progress = [](const std::string& quantity) {
        print_note(fmt::format("measuring {}", quantity));
      }});
  card.measured_at = journal::timestamp();
  const auto calibrations = with_calibration(path, card);
  write_card_file(path, calibrations);
  print(card);
  fmt::print("card file: {}, {}\n", path.string(), counted(calibrations.size(), "calibration"));
  return exit_ok;
}

}  // namespace

void add_calibrate(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<calibrate_options>();
  CLI::App* verb = program.add_subcommand("calibrate", calibrate_description);
  verb->add_option("--backend", options->backend, "cuda")->type_name("cuda")->capture_default_str();
  verb->add_option("--device", options->device, "Number of the card, from 0")
      ->capture_default_str();
  verb->add_option(
          "-o,--output", options->output,
          "The card file, to which the calibration is added; default: the card's name.json "
          "in the user's folder (docs/cards.md)")
      ->type_name("FILE");
  verb->add_option("--cache", options->cache_folder, "Folder of compiled kernels")
      ->type_name("DIR");
  verb->footer(
      "Takes less than a minute; nothing else should run on the card meanwhile.\n"
      "Examples:\n  warpmark calibrate -o nvidia_h200.json\n"
      "Exit status: 0, 2 without a card");
  verb->callback([options, &exit_status] { exit_status = calibrate_card(*options); });
}

}  // namespace warpmark
