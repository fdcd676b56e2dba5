// warpmark doctor: checks the installation and suggests remedies.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/compiler/nvrtc_library.hpp"
#include "bench/compiler/toolkit_search.hpp"
#include "bench/core/build_info.hpp"
#include "cli/command_description.hpp"
#include "cli/config/option_defaults.hpp"
#include "cli/exit_codes.hpp"
#include "cli/program_paths.hpp"
#include "cli/verbs.hpp"
#include "variants/registry.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark {
namespace {

/// One check of the installation.
struct finding_of_doctor {
  std::string subject;
  bool good;
  bool needed;         ///< Whether `warpmark run` fails without it.
  std::string detail;  ///< The result, or the remedy.
  std::vector<std::string> tried =
      {};  ///< What was tried on the way, and places that were searched.
};

// The folders in which parts of a toolkit are looked for, in order.
std::vector<std::string> searched_places() {
  const auto [environment, installed] = compiler::find_toolkit_roots();
  std::vector<std::string> places;
  for (const auto* roots : {&environment, &installed})
    for (const auto& root : *roots)
      places.push_back(fmt::format("searched {} ({})", root.folder.string(), root.origin));
  return places;
}

finding_of_doctor look_at_compiler() {
  std::vector<compiler::nvrtc_attempt> attempts;
  std::vector<std::string> tried;
  try {
    compiler::open_nvrtc({}, &attempts);
    for (const auto& attempt : attempts)
      if (!attempt.trouble.empty())
        tried.push_back(fmt::format("tried {} ({}): {}", attempt.path.string(), attempt.origin,
                                    attempt.trouble));
    compiler::kernel_compiler compile({.use_cache = false, .threads = 1});
    compile.compile(
        {.name = "probe.cu", .source = "__global__ void probe() {}", .expression = "probe"});
    return {"NVRTC", true, true,
            fmt::format("version {} at {} ({})", compile.version(), compile.library_path().string(),
                        attempts.back().origin),
            tried};
  } catch (const std::runtime_error& error) {  // unavailable, or unable to compile
    tried = searched_places();
    for (const auto& attempt : attempts)
      tried.push_back(fmt::format("tried {} ({}): {}", attempt.path.string(), attempt.origin,
                                  attempt.trouble.empty() ? "opened" : attempt.trouble));
    return {"NVRTC", false, true, error.what(), tried};
  }
}

// Kernels that include cooperative groups or CCCL need them, and those of users often do.
finding_of_doctor look_at_headers() {
  try {
    const auto folders = compiler::toolkit_headers(compiler::open_nvrtc()->path());
    if (!folders.empty()) {
      std::string text;
      for (const auto& folder : folders)
        text +=
            fmt::format("{}{} ({})", text.empty() ? "" : ", ", folder.path.string(), folder.origin);
      return {"CUDA headers", true, false, text};
    }
  } catch (const compiler::compiler_unavailable&) {
    return {"CUDA headers", false, false, "looked for beside NVRTC, which is missing"};
  }
  return {"CUDA headers", false, false,
          "none of NVRTC's version; `pip install nvidia-cuda-runtime nvidia-cuda-cccl` installs "
          "them, with -cu12 after each name for CUDA 12",
          searched_places()};
}

finding_of_doctor look_at_disassembler() {
  const auto found = compiler::toolkit_programs("nvdisasm");
  if (!found.empty())
    return {"nvdisasm", true, false,
            fmt::format("{} ({})", found.front().path.string(), found.front().origin)};
  return {"nvdisasm", false, false, "the gate lists PTX in place of machine code",
          searched_places()};
}

finding_of_doctor look_at_cards() {
  const auto probe = cuda::probe_driver();
  if (!probe.available)
    return {"card", false, false, probe.reason + "; backend simt interprets kernels instead"};
  std::string names;
  for (const auto& card : cuda::list_cards())
    names += fmt::format("{}{} (compute capability {}, driver {})", names.empty() ? "" : ", ",
                         card.name, card.compute_capability, card.driver_version);
  return {"card", true, false, names};
}

finding_of_doctor look_at_cub() {
  const auto& library = vendor::installed_cub();
  const bool good = library.trouble().empty();
  return {"CUB baselines", good, false, good ? "CUB " + library.version() : library.trouble()};
}

finding_of_doctor look_at_cache() {
  const auto folder = compiler::default_cache_folder();
  if (folder.empty())
    return {"kernel cache", false, false,
            fmt::format("{}: kernels are recompiled in each run", compiler::no_cache_folder)};
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const bool writable = !error && access(folder.c_str(), W_OK) == 0;
  return {"kernel cache", writable, false,
          writable ? folder.string()
                   : folder.string() +
                         " cannot be written: kernels are recompiled in each run; "
                         "set XDG_CACHE_HOME"};
}

finding_of_doctor look_at_python() {
  const std::string python = report_python().string();
  const std::string command =
      "'" + python +
      "' -c 'from importlib.util import find_spec as f; "
      "raise SystemExit(not all(map(f, (\"jinja2\", \"matplotlib\", \"numpy\", \"pandas\"))))' "
      ">/dev/null 2>&1";
  const int status = std::system(command.c_str());
  const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return {"Python for reports", good, false,
          good
              ? python
              : python +
                    " lacks pandas, matplotlib or Jinja2; `pip install warpmark` brings them, in a "
                    "source tree `make setup`"};
}

finding_of_doctor look_at_defaults(const std::vector<std::string>& verbs) {
  try {
    read_option_defaults(verbs);
  } catch (const usage_error& error) {
    return {"defaults of options", false, true,
            fmt::format("{}; WARPMARK_CONFIG= ignores them", error.what())};
  }
  std::vector<std::string> files;
  for (const auto& file : {user_defaults_file(), project_defaults_file()})
    if (std::filesystem::exists(file)) files.push_back(file.string());
  return {"defaults of options", true, false,
          files.empty() ? "none; `warpmark config` sets them"
                        : fmt::format("{}", fmt::join(files, ", "))};
}

std::vector<finding_of_doctor> look_around(const std::vector<std::string>& verbs) {
  const std::size_t variants = built_in_registry().variants().size();
  return {
      {"program", true, true,
       fmt::format("warpmark {} ({}{}), {} variants", build_info::version(), build_info::commit(),
                   build_info::dirty() ? ", local changes" : "", variants)},
      look_at_compiler(),
      look_at_headers(),
      look_at_disassembler(),
      look_at_cards(),
      look_at_cub(),
      look_at_cache(),
      look_at_python(),
      look_at_defaults(verbs)};
}

void print(const finding_of_doctor& finding) {
  fmt::print("{:<8} {:<19} {}\n",
             finding.good     ? "ok"
             : finding.needed ? "MISSING"
                              : "absent",
             finding.subject, finding.detail);
  for (const auto& line : finding.tried) fmt::print("{:<28} {}\n", "", line);
}

}  // namespace

void add_doctor(CLI::App& program, int& exit_status) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* verb = program.add_subcommand(
      "doctor", "Check the installation: compiler, card, baselines, cache, Python");
  verb->add_flag("--json", *as_json, "As JSON");
  verb->footer(
      "Examples:\n  warpmark doctor\n  warpmark doctor --json\n"
      "Exit status: 0 if `warpmark run` can work here, else 2");
  verb->callback([&program, as_json, &exit_status] {
    exit_status = exit_ok;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& finding : look_around(shown_verbs(program))) {
      if (finding.needed && !finding.good) exit_status = exit_usage;
      if (*as_json)
        list.push_back({{"what", finding.subject},
                        {"good", finding.good},
                        {"needed", finding.needed},
                        {"detail", finding.detail},
                        {"tried", finding.tried}});
      else
        print(finding);
    }
    if (*as_json) fmt::print("{}\n", list.dump(2));
  });
}

}  // namespace warpmark
