#include "cli/doctor/installation.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/cuda/nvml_api.hpp"
#include "bench/backends/cuda/profiler/cupti_api.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/compiler/nvrtc_library.hpp"
#include "bench/compiler/toolkit_search.hpp"
#include "bench/core/build_info.hpp"
#include "bench/journal/manifest_fields.hpp"
#include "cli/config/option_defaults.hpp"
#include "cli/program_paths.hpp"
#include "variants/registry.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark {
namespace {

using journal::json;

// The folders in which parts of a toolkit are looked for, in order.
std::vector<std::string> searched_places() {
  const auto [environment, installed] = compiler::find_toolkit_roots();
  std::vector<std::string> places;
  for (const auto* roots : {&environment, &installed})
    for (const auto& root : *roots)
      places.push_back(fmt::format("searched {} ({})", root.folder.string(), root.origin));
  return places;
}

installation_finding look_at_compiler() {
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
    return {"NVRTC",
            true,
            true,
            fmt::format("version {} at {} ({})", compile.version(), compile.library_path().string(),
                        attempts.back().origin),
            tried,
            {{"version", compile.version()}}};
  } catch (const std::runtime_error& error) {  // unavailable, or unable to compile
    tried = searched_places();
    for (const auto& attempt : attempts)
      tried.push_back(fmt::format("tried {} ({}): {}", attempt.path.string(), attempt.origin,
                                  attempt.trouble.empty() ? "opened" : attempt.trouble));
    return {"NVRTC", false, true, error.what(), tried};
  }
}

// Kernels that include cooperative groups or CCCL need them, and those of users often do.
installation_finding look_at_headers() {
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

installation_finding look_at_disassembler() {
  const auto found = compiler::toolkit_programs("nvdisasm");
  if (!found.empty())
    return {"nvdisasm", true, false,
            fmt::format("{} ({})", found.front().path.string(), found.front().origin)};
  return {"nvdisasm", false, false, "the gate lists PTX in place of machine code",
          searched_places()};
}

installation_finding look_at_profiler() {
  try {
    const auto cupti = cuda::cupti::open_cupti();
    return {"CUPTI", true, false,
            fmt::format("version {} at {}", cupti.version, cupti.path.string())};
  } catch (const usage_error& error) {
    return {"CUPTI", false, false, error.what()};
  }
}

// What a journal's manifest has of the card, and settings that only an administrator changes.
json facts_of(const card& card) {
  json facts = json_fields::write<json>(card);
  const cuda::nvml_card sensors(card.uuid);
  const auto persistence = sensors.persistence();
  const auto clock = sensors.application_sm_clock_hz();
  facts["persistence"] = persistence ? json(*persistence) : json(nullptr);
  facts["application_sm_clock_hz"] = clock ? json(*clock) : json(nullptr);
  return facts;
}

installation_finding look_at_cards() {
  const auto probe = cuda::probe_driver();
  if (!probe.available)
    return {"card", false, false, probe.reason + "; backend simt interprets kernels instead"};
  std::string names;
  json cards = json::array();
  for (const auto& card : cuda::list_cards()) {
    names += fmt::format("{}{} (compute capability {}, driver {})", names.empty() ? "" : ", ",
                         card.name, card.compute_capability, card.driver_version);
    cards.push_back(facts_of(card));
  }
  return {"card", true, false, names, {}, {{"cards", cards}}};
}

// Each release by itself: variants with a plain name are of the first one, whether it opens or not.
std::vector<installation_finding> look_at_cub() {
  std::vector<installation_finding> findings;
  const auto& cubs = vendor::installed_cubs();
  for (const auto& cub : cubs) {
    const std::string& trouble = cub.library().trouble();
    std::string detail = trouble.empty()
                             ? fmt::format("CUB {} at {}", cub.library().version(), cub.path())
                             : trouble;
    const auto works = std::find_if(cubs.begin(), cubs.end(), [](const auto& other) {
      return other.library().trouble().empty();
    });
    if (!trouble.empty() && works != cubs.end())
      detail += fmt::format("; vendor_cub@{} works", works->release());
    findings.push_back({"CUB baselines", trouble.empty(), false, detail});
  }
  return findings;
}

installation_finding look_at_cache() {
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

installation_finding look_at_python() {
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

installation_finding look_at_defaults(const std::vector<std::string>& verbs) {
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

}  // namespace

std::vector<installation_finding> look_around(const std::vector<std::string>& verbs) {
  const std::size_t variants = built_in_registry().variants().size();
  std::vector<installation_finding> findings = {
      {"program",
       true,
       true,
       fmt::format("warpmark {} ({}{}), {} variants", build_info::version(), build_info::commit(),
                   build_info::dirty() ? ", local changes" : "", variants),
       {},
       {{"version", build_info::version()},
        {"commit", build_info::commit()},
        {"dirty", build_info::dirty()}}},
      look_at_compiler(),
      look_at_headers(),
      look_at_disassembler(),
      look_at_profiler(),
      look_at_cards()};
  for (auto& cub : look_at_cub()) findings.push_back(std::move(cub));
  for (auto& further : {look_at_cache(), look_at_python(), look_at_defaults(verbs)})
    findings.push_back(further);
  return findings;
}

}  // namespace warpmark
