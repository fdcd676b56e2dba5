// warpmark demo: the main job once, from the sweep to the page that shows it.

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "cli/exit_codes.hpp"
#include "cli/new_file.hpp"
#include "cli/open_backend.hpp"
#include "cli/program_paths.hpp"
#include "cli/stamped_name.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

struct demo_options {
  std::string output;
  std::string backend = "auto";
  bool no_open = false;
};

// Runs a program with this one's input and output to its end, and returns its exit status. An
// interrupt reaches both; the child ends what it has begun, and this process waits for that.
int run_to_end(const argument_list& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &interrupts);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const auto before = std::signal(SIGINT, SIG_IGN);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, pointers.front(), nullptr, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  int status = 0;
  if (error == 0)
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  std::signal(SIGINT, before);
  if (error != 0)
    throw usage_error(
        fmt::format("demo: cannot start {}: {}", words.front(), std::strerror(error)));
  return WIFEXITED(status) ? WEXITSTATUS(status) : exit_usage;
}

bool has_display() {
  return isatty(STDOUT_FILENO) != 0 &&
         (std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr);
}

int run_demo(const demo_options& options) {
  const std::string folder =
      options.output.empty() ? stamped_name("warpmark-demo", "") : options.output;
  require_new_file("-o", folder, "name another folder");
  std::error_code error;
  if (!fs::create_directories(folder, error) || error)
    throw usage_error(fmt::format("-o {}: cannot make this folder: {}", folder, error.message()));

  setenv("WARPMARK_CONFIG", "", 1);  // Its commands are what it prints.
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const std::string journal = (fs::path(folder) / "reduce.jsonl").string();
  const std::string report = (fs::path(folder) / "report").string();
  const auto step = [](const argument_list& words) {
    fmt::print("$ warpmark");
    for (std::size_t i = 1; i < words.size(); ++i) fmt::print(" {}", words[i]);
    fmt::print("\n");
    std::fflush(stdout);
    return run_to_end(words);
  };
  const auto told = [](argument_list words) {
    if (is_quiet()) words.push_back("--quiet");
    return words;
  };
  argument_list sweep = {program, "run", "reduce", "--backend", options.backend, "-o", journal};
  // On a card a sweep goes up to sizes at which a single thread takes seconds.
  if (resolve_backend(options.backend) == "cuda")
    sweep.insert(sweep.end(), {"-p", "n=2^10..2^25:2^5", "--time-per-point", "100ms"});
  const int measured = step(told(sweep));
  if (measured != exit_ok && measured != exit_wrong) return measured;
  if (const int drawn = step(told({program, "report", journal, "-o", report})); drawn != exit_ok)
    return drawn;
  const std::string page = (fs::absolute(report) / "index.html").string();
  fmt::print("\nthe page: {}\n", page);
  std::fflush(stdout);
  if (!options.no_open && has_display())
    run_to_end({report_python().string(), "-m", "webbrowser", "-t", "file://" + page});
  return measured;
}

}  // namespace

void add_demo(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<demo_options>();
  CLI::App* verb = program.add_subcommand(
      "demo", "Sweep the reductions, verify each point, and draw the report: half a minute");
  verb->add_option("-o,--output", options->output,
                   "New folder for the journal and the report; default: warpmark-demo-TIME")
      ->type_name("DIR");
  verb->add_option("--backend", options->backend, "auto, cuda, simt (interpreted on the CPU)")
      ->type_name("auto|cuda|simt")
      ->capture_default_str();
  verb->add_flag("--no-open", options->no_open, "Do not open the page in a browser");
  verb->footer(
      "Runs `warpmark run reduce` and `warpmark report`, each of which is printed before.\n"
      "Examples:\n  warpmark demo\n  warpmark demo --backend simt -o first --no-open\n"
      "Exit status: 0, else that of run, or 2 if the report cannot be drawn");
  verb->callback([options, &exit_status] {
    exit_status = exit_usage;
    exit_status = run_demo(*options);
  });
}

}  // namespace warpmark
