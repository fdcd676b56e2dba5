// warpmark inspect: runs the kernels of any .cu file, counts events, and reports faults.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/simt_backend.hpp"
#include "bench/compiler/ptx_kernel.hpp"
#include "bench/inspect/inspection.hpp"
#include "bench/inspect/ptx_launch.hpp"
#include "bench/inspect/report.hpp"
#include "bench/inspect/specification_file.hpp"
#include "cli/card_option.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interpreter_limit_options.hpp"
#include "cli/max_input.hpp"
#include "cli/open_backend.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

namespace in = inspect;

struct inspect_options {
  std::string file;
  // The one launch of a command line.
  std::string entry, grid, block, cluster, shared;
  std::vector<std::string> arguments, buffers, constants;
  bool cooperative = false;
  // How to compile.
  std::vector<std::string> include_folders, defines, compiler_options;
  std::string standard, architecture, compiler, compile_commands;
  bool kernels_only = false, stub_host_headers = false, as_is = false;
  compile_limit_options compile;
  // How to run.
  std::string backend = "simt", checks = "on";
  int device = 0;
  std::optional<std::uint64_t> seed;
  unsigned threads = 0;
  interpreter_limit_options interpreting;
  card_option card;
  // What to show.
  std::vector<std::string> prints, hashes, saves;
  std::string lines;
  bool phases = false, as_json = false, as_ptx = false;
};

in::specification specification_of_words(const inspect_options& options) {
  const bool is_ptx = compiler::is_ptx_file(options.file);
  if (options.entry.empty() && !is_ptx)
    throw usage_error(
        "--entry is missing; expected a kernel's name, e.g. --entry "
        "'reduce<256, float>'");
  if (options.grid.empty() || (options.block.empty() && !is_ptx))
    throw usage_error(fmt::format("--{} is missing", options.grid.empty() ? "grid" : "block"));
  in::specification result;
  in::launch_definition launch;
  launch.file = options.file;
  launch.entry = options.entry;
  launch.shape.grid = in::parse_extent("--grid", options.grid);
  if (!options.block.empty()) launch.shape.block = in::parse_extent("--block", options.block);
  if (!options.cluster.empty())
    launch.shape.cluster = in::parse_extent("--cluster", options.cluster);
  if (!options.shared.empty()) {
    const auto bytes = in::parse_whole(options.shared);
    if (!bytes || bytes->negative)
      throw usage_error(
          fmt::format("--shared {}: expected a number of bytes, e.g. 4096", options.shared));
    launch.shape.dynamic_shared_bytes = bytes->magnitude;
  }
  launch.shape.cooperative = options.cooperative;
  for (std::size_t i = 0; i < options.buffers.size(); ++i)
    result.add_buffer(in::parse_buffer_definition(options.buffers[i], fmt::format("buffer{}", i)));
  for (std::size_t i = 0; i < options.arguments.size(); ++i)
    launch.arguments.push_back(result.add_argument(options.arguments[i], fmt::format("arg{}", i)));
  if (is_ptx)
    in::complete_ptx_launch(launch,
                            {.block = !options.block.empty(),
                             .shared = !options.shared.empty(),
                             .cluster = !options.cluster.empty()},
                            result);
  for (const auto& constant : options.constants)
    result.symbols.push_back({options.file, in::parse_buffer_definition(constant, "unnamed")});
  result.launches.push_back(std::move(launch));
  return result;
}

void refuse_with_file(const char* option, bool given) {
  if (given)
    throw usage_error(
        fmt::format("{} is for .cu and .ptx files; a specification contains it", option));
}

in::specification specification_of(const inspect_options& options) {
  in::specification result;
  if (options.file.ends_with(".toml")) {
    refuse_with_file("--entry", !options.entry.empty());
    refuse_with_file("--grid", !options.grid.empty());
    refuse_with_file("--block", !options.block.empty());
    refuse_with_file("--cluster", !options.cluster.empty());
    refuse_with_file("--shared", !options.shared.empty());
    refuse_with_file("--cooperative", options.cooperative);
    refuse_with_file("--arg", !options.arguments.empty());
    refuse_with_file("--buffer", !options.buffers.empty());
    refuse_with_file("--constant", !options.constants.empty());
    result = in::read_specification(options.file);
  } else {
    result = specification_of_words(options);
  }
  in::compile_settings& compile = result.compile;
  for (const auto& define : options.defines) compile.defines.push_back(define);
  for (const auto& include_folder : options.include_folders)
    compile.include_folders.emplace_back(include_folder);
  for (const auto& compiler_option : options.compiler_options)
    compile.options.push_back(compiler_option);
  if (!options.compiler.empty()) compile.compiler = options.compiler;
  if (!options.compile_commands.empty()) compile.compile_commands = options.compile_commands;
  if (!options.standard.empty()) compile.standard = options.standard;
  compile.kernels_only = compile.kernels_only || options.kernels_only;
  compile.stub_host_headers = compile.stub_host_headers || options.stub_host_headers;
  compile.as_is = compile.as_is || options.as_is;
  if (compile.as_is && (compile.kernels_only || compile.stub_host_headers))
    throw usage_error(
        "--as-is: expected without kernels_only and stubs of host headers, which change the "
        "source");
  if (!options.card.text.empty()) {
    if (!options.architecture.empty())
      throw usage_error(
          fmt::format("--card {} --arch {}: the card has its architecture; expected one of both",
                      options.card.text, options.architecture));
    result.architecture = options.card.chosen(resolve_backend(options.backend))->architecture();
  }
  if (!options.architecture.empty()) result.architecture = options.architecture;
  if (options.seed) result.seed = *options.seed;
  in::check(result);
  return result;
}

in::output_requests outputs_of(const inspect_options& options,
                               const in::specification& specification) {
  in::output_requests result{.prints = {}, .hashes = options.hashes, .saves = {}};
  for (const auto& print : options.prints) result.prints.push_back(in::parse_print(print));
  for (const auto& save : options.saves) result.saves.push_back(in::parse_save(save));
  in::check(result, specification);
  return result;
}

in::listing listing_of(const inspect_options& options) {
  if (options.lines.empty()) return in::listing::none;
  if (options.lines == "counted") return in::listing::counted;
  if (options.lines == "all") return in::listing::whole;
  throw usage_error(
      fmt::format("--lines={}{}", options.lines, did_you_mean(options.lines, {"all", "counted"})));
}

bool checks_of(const inspect_options& options) {
  if (options.checks != "on" && options.checks != "off")
    throw usage_error(
        fmt::format("--checks {}{}", options.checks, did_you_mean(options.checks, {"on", "off"})));
  return options.checks == "on";
}

std::unique_ptr<backend> machine_for(const inspect_options& options,
                                     const in::specification& specification) {
  const std::string name = resolve_backend(options.backend);
  if (name == "host")
    throw usage_error("--backend host: the CPU runs no kernels; expected simt, cuda or auto");
  refuse_phases_elsewhere(options.phases, name);
  const auto card = options.card.chosen(name);
  if (name == "cuda") return open_backend(options.backend, options.device);
  simt::interpreter_options interpreter_options;
  interpreter_options.limits.architecture = specification.architecture;
  interpreter_options.host_threads = options.threads;
  interpreter_options.per_line = !options.lines.empty();
  interpreter_options.phases = options.phases;
  interpreter_options.dependent_launches =
      checks_of(options) &&
      std::any_of(specification.launches.begin(), specification.launches.end(),
                  [](const auto& launch) { return launch.shape.programmatic; });
  if (!checks_of(options)) interpreter_options.check = simt::checks::none();
  return make_simt_backend(as_card(card, interpreter_options), options.interpreting.limits());
}

void print_notes(const std::vector<std::string>& notes) {
  for (const auto& note : notes) fmt::print(stderr, "note: {}\n", note);
}

int run_inspect(const inspect_options& options) {
  const in::specification specification = specification_of(options);
  const in::output_requests outputs = outputs_of(options, specification);
  const in::listing lines = listing_of(options);
  checks_of(options);
  const compiler::compiler_options compile = compiled_apart({}, options.compile.limits());
  if (options.as_ptx) {
    const in::kernel_ptx ptx = in::ptx_of(specification, compile);
    print_notes(ptx.notes);
    for (const auto& item : ptx.by_file) fmt::print("{}\n", item.second);
    return exit_ok;
  }
  const auto machine = machine_for(options, specification);
  const in::inspection seen = in::inspect(specification, *machine, outputs.buffers(), compile);
  print_notes(seen.notes);
  if (!seen.contents.empty())
    for (const auto& save : outputs.saves)
      in::save(save, *specification.find_buffer(save.buffer), seen.contents.at(save.buffer));
  if (options.as_json)
    fmt::print("{}\n", in::report_json(specification, seen, outputs).dump(2));
  else
    fmt::print("{}", in::report_text(specification, seen, outputs, lines));
  return in::has_faults(seen) ? exit_wrong : exit_ok;
}

// CLI11 would take every following word for a vector's next element.
void add_repeated(CLI::App& verb, const char* name, const char* kind, std::vector<std::string>& to,
                  const char* help) {
  verb.add_option(name, to, help)->allow_extra_args(false)->type_name(kind);
}

void add_launch_options(CLI::App& verb, inspect_options& to) {
  verb.add_option("--entry", to.entry,
                  "The kernel: reduce, or 'reduce<256, float>'; of PTX also the begin of its name")
      ->type_name("KERNEL");
  verb.add_option("--grid", to.grid, "Blocks: 64, 64x2 or 8x8x4")->type_name("EXTENTS");
  verb.add_option("--block", to.block, "Threads per block, likewise")->type_name("EXTENTS");
  verb.add_option("--cluster", to.cluster, "Blocks per cluster, likewise")->type_name("EXTENTS");
  verb.add_option("--shared", to.shared, "Dynamic shared memory in bytes")->type_name("BYTES");
  verb.add_flag("--cooperative", to.cooperative, "Launch cooperatively, for grid-wide barriers");
  add_repeated(verb, "--arg", "ARGUMENT", to.arguments,
               "Next argument: in:f32[2^20]=uniform(0,1), i32=5, {i32=1,@in}, @in, null");
  add_repeated(verb, "--buffer", "BUFFER", to.buffers,
               "A buffer that is not an argument: NAME:TYPE[COUNT]=INIT");
  add_repeated(verb, "--constant", "VARIABLE", to.constants,
               "A __constant__ or __device__ variable: NAME:TYPE[COUNT]=INIT");
}

void add_compile_options(CLI::App& verb, inspect_options& to) {
  add_repeated(verb, "-I", "DIR", to.include_folders, "Folder of headers");
  add_repeated(verb, "-D", "MACRO", to.defines, "A macro: NAME or NAME=VALUE");
  verb.add_option("--arch", to.architecture, "sm_80, sm_90, … (default sm_90)")->type_name("ARCH");
  verb.add_option("--std", to.standard, "C++ standard (default c++17)")->type_name("STANDARD");
  verb.add_option("--compiler", to.compiler,
                  "nvrtc, nvcc, clang or a path: what compiles the source (default nvrtc)")
      ->type_name("COMPILER");
  verb.add_option("--compile-commands", to.compile_commands,
                  "Flags of a build: its folder, or its compile_commands.json")
      ->type_name("PATH");
  add_repeated(verb, "--nvrtc,--compiler-option", "OPTION", to.compiler_options,
               "Further option of the compiler, as --compiler-option=-G");
  verb.add_flag("--kernels-only", to.kernels_only,
                "Compile only what the kernels use, without host code");
  verb.add_flag("--stub-host-headers", to.stub_host_headers, "Replace host headers by stubs");
  verb.add_flag("--as-is", to.as_is, "Do not try these two if NVRTC refuses the source as it is");
  to.compile.add_to(verb);
}

void add_output_options(CLI::App& verb, inspect_options& to) {
  add_repeated(verb, "--print", "BUFFER", to.prints, "Elements of a buffer: out, out:8, out:100+8");
  add_repeated(verb, "--hash", "BUFFER", to.hashes, "SHA-256 of a buffer's bytes");
  add_repeated(verb, "--save", "BUFFER=FILE", to.saves, "A buffer into a file: out=out.npy");
  verb.add_option("--lines", to.lines,
                  "Counters next to source lines: of lines that have any, or all")
      ->type_name("counted|all")
      ->expected(0, 1)
      ->default_str("counted");
  verb.add_flag("--phases", to.phases, "Counters of block 0 between its barriers (simt only)");
  verb.add_flag("--json", to.as_json, "Everything as one JSON object");
  verb.add_flag("--ptx", to.as_ptx, "Print the PTX of the kernels, and run nothing");
}

}  // namespace

void add_inspect(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<inspect_options>();
  CLI::App* verb =
      program.add_subcommand("inspect", "Run any kernel, count events and find faults");
  add_max_input(*verb);
  verb->add_option("file", options->file, "A .cu or .ptx file, or a specification (.toml)")
      ->required();
  add_launch_options(*verb, *options);
  add_compile_options(*verb, *options);
  verb->add_option("--backend", options->backend, "simt, cuda or auto")
      ->type_name("simt|cuda|auto")
      ->capture_default_str();
  verb->add_option("--device", options->device, "Number of the card, from 0")
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "Seed of random buffers (default 1)");
  verb->add_option("--checks", options->checks, "on or off: check for faults")
      ->type_name("on|off")
      ->capture_default_str();
  verb->add_option("--threads", options->threads, "Threads of the host (default: all)");
  options->interpreting.add_to(*verb);
  options->card.add_to(*verb);
  add_output_options(*verb, *options);
  verb->footer(
      "Examples:\n"
      "  warpmark inspect scale.cu --entry scale --grid 4 --block 256 --arg out:f32[1024] "
      "--arg in:f32[1024]=arange --arg i32=1024\n"
      "  warpmark inspect launch.toml --lines\n"
      "  warpmark inspect scale.cu --entry scale --grid 1 --block 1 --ptx\n"
      "Exit status: 0 nothing found, 1 a fault (race, access out of bounds, ...), 2 bad usage");
  verb->callback([options, &exit_status] { exit_status = run_inspect(*options); });
}

}  // namespace warpmark
