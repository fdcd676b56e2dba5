// warpmark calibrate: measures a card's constants for the time model and writes a card file.

#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/calibrate/calibrate.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/journal/lines.hpp"
#include "cli/exit_codes.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/new_file.hpp"
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

// "NVIDIA H200" -> "nvidia_h200.json"
std::string default_output(const std::string& card_name) {
  std::string file;
  for (const char c : card_name)
    file += std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '_';
  return file + ".json";
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

void require_new_output(const std::string& path) {
  require_new_file("-o", path, "name another file with -o");
}

void write_file(const std::string& path, const model::card_file& card) {
  std::ofstream out(path);
  out << model::to_json(card).dump(2) << '\n';
  if (!out.flush())
    throw usage_error(fmt::format("{}: cannot be written; name another file with -o", path));
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
  if (!options.output.empty()) require_new_output(options.output);
  const auto machine = open_backend("cuda", options.device);
  const std::string path =
      options.output.empty() ? default_output(machine->device().name) : options.output;
  require_new_output(path);
  compiler::kernel_compiler compile(embedded_compiler_options(options.cache_folder));
  model::card_file card =
      calibrate::calibrate(*machine, compile, {.progress = [](const std::string& quantity) {
        print_note(fmt::format("measuring {}", quantity));
      }});
  card.measured_at = journal::timestamp();
  write_file(path, card);
  print(card);
  fmt::print("card file: {}\n", path);
  return exit_ok;
}

}  // namespace

void add_calibrate(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<calibrate_options>();
  CLI::App* verb = program.add_subcommand("calibrate", calibrate_description);
  verb->add_option("--backend", options->backend, "cuda")->type_name("cuda")->capture_default_str();
  verb->add_option("--device", options->device, "Number of the card, from 0")
      ->capture_default_str();
  verb->add_option("-o,--output", options->output, "The card file; default: the card's name.json")
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
