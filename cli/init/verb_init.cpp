// warpmark init: writes a kernels file for a .cu file, to be completed by hand.

#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/init/kernels_file_draft.hpp"
#include "cli/kernels_option.hpp"
#include "cli/new_file.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

struct init_options {
  std::string source, output = "kernels.toml";
};

// What is written must at least be listed; sources have more forms than are understood here.
void require_readable(const std::string& draft) {
  try {
    kernels_in_use{draft};
  } catch (const usage_error& error) {
    const std::string why = error.what();
    fs::remove(draft);
    throw usage_error(fmt::format(
        "init: these kernels need a file written by hand (docs/kernels_file.md): {}", why));
  }
}

void write_draft(const init_options& options) {
  const std::string source = input::read_text(options.source, input::max_source_bytes);
  require_new_file("-o", options.output, "name another file with -o");
  const fs::path folder = fs::absolute(options.output).parent_path();
  const std::string draft = kernels_file_draft(
      fs::relative(fs::absolute(options.source), folder).string(), source, options.output);
  std::ofstream out(options.output, std::ios::binary);
  out << draft;
  if (!out.flush()) throw usage_error(fmt::format("-o {}: cannot write it", options.output));
  require_readable(options.output);
  fmt::print(
      "wrote {0}; complete what it marks as guessed, then\n"
      "  warpmark run --kernels {0} --backend simt\n",
      options.output);
}

}  // namespace

void add_init(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<init_options>();
  CLI::App* verb = program.add_subcommand(
      "init", "Write a kernels file, with comments, for the kernels of a .cu");
  verb->add_option("FILE", options->source, "The CUDA source, which stays unchanged")->required();
  verb->add_option("-o,--output", options->output, "The kernels file")
      ->type_name("FILE")
      ->capture_default_str();
  verb->footer(
      "Entries, parameters and template parameters are found in the source; roles, lengths, grid\n"
      "and block are guessed, and marked so.\n"
      "Examples:\n"
      "  warpmark init saxpy.cu\n"
      "  warpmark init src/filter.cu -o tuning/filter.toml\n"
      "Exit status: 0, 2 if the source cannot be read, or has no kernel that can be described");
  verb->callback([options, &exit_status] {
    write_draft(*options);
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
