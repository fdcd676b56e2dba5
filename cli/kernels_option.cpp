#include "cli/kernels_option.hpp"

#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/manifest_fields.hpp"
#include "bench/kernels_file/family_of.hpp"
#include "bench/kernels_file/source_files.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/plugins/plugin_registry.hpp"
#include "bench/plugins/plugin_solution.hpp"
#include "cli/max_input.hpp"

namespace warpmark {

namespace {

// The option that names such a file, which may be gone.
std::string option_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const bool is_versioned = name.find(".so.") != std::string::npos && !name.ends_with(".toml");
  return name.ends_with(".so") || is_versioned ? "--plugin" : "--kernels";
}

}  // namespace

kernels_in_use::kernels_in_use(const std::string& path) {
  kernels_record& record = record_.emplace();
  std::vector<family> families;
  std::vector<variant> variants;
  std::set<std::string> read;  // Families may share files.
  for (auto& description : kernels_file::read_descriptions(path)) {
    const auto what = std::make_shared<const kernels_file::description>(std::move(description));
    families.push_back(kernels_file::family_of(what));
    for (auto& variant : kernels_file::variants_of(what)) variants.push_back(std::move(variant));
    record.file = {what->path, what->digest};
    for (const auto& file : what->files)
      if (read.insert(file.path + "\n" + file.sha256).second) record.read.push_back(file);
  }
  described_.emplace(std::move(families), std::move(variants));
}

kernels_in_use kernels_in_use::of_task(const std::string& task, const std::string& submission,
                                       opening how) {
  const bool is_plugin = plugins::is_shared_library(submission);
  kernels_in_use result;
  result.task_ = std::make_shared<const kernels_file::description>(
      kernels_file::read_task(task, is_plugin ? "" : submission));
  if (is_plugin && !result.task_->task->takes_plugins)
    throw usage_error(
        fmt::format("{}: a plugin, whose host code could do anything in its process; {} takes "
                    "sources (expected plugins = true in its [task])",
                    submission, task));
  std::vector<family> families = {kernels_file::family_of(result.task_)};
  std::vector<variant> variants = kernels_file::variants_of(result.task_);
  kernels_record& record = result.record_.emplace();
  record.file = {result.task_->path, result.task_->digest};
  record.read = result.task_->files;
  if (is_plugin) {
    record.read.push_back(
        {submission, kernels_file::digest_of(submission, "SUBMISSION", source_tree())});
    variants.push_back(how == opening::with_code
                           ? plugins::solution_of(submission, families.front(), variants)
                           : plugins::unopened_solution(families.front().name));
    variants.back().name = kernels_file::submission_name;
  }
  result.described_.emplace(std::move(families), std::move(variants));
  return result;
}

kernels_in_use kernels_in_use::of_plugin(const std::string& path) {
  const auto library = std::make_shared<const plugins::plugin_library>(path);
  kernels_in_use result;
  result.described_.emplace(plugins::registry_of(library));
  result.record_ = {{path, kernels_file::digest_of(path, "--plugin", source_tree())}, {}};
  return result;
}

void kernels_option::add_to(CLI::App& verb) {
  add_max_input(verb);  // Also for arrays that the file names.
  auto* plugin =
      verb.add_option_function<std::string>(
              "--plugin",
              [used = used_](const std::string& path) {
                if (path.empty())
                  throw usage_error("--plugin: expected a shared library, libmy_bench.so");
                plugins::try_to_open(path);
                *used = kernels_in_use::of_plugin(path);
              },
              "Use the benchmarks of this shared library (docs/plugins.md)")
          ->type_name("FILE");
  verb.add_option_function<std::string>(
          "--kernels",
          [used = used_](const std::string& path) {
            if (path.empty()) throw usage_error("--kernels: expected a file, kernels.toml");
            *used = kernels_in_use(path);
          },
          "Use the kernels of this file (docs/kernels_file.md)")
      ->type_name("FILE")
      ->excludes(plugin);
}

void kernels_option::add_to(workers::worker_order& order) const {
  if (!record()) return;
  order.kernels_file = record()->file.path;
  order.kernels_fingerprint = record()->fingerprint();
  order.max_input_bytes = input::max_input();
}

std::string kernels_difference(const journal::json_place& manifest,
                               const std::optional<kernels_record>& now) {
  if (!manifest.contains("kernels"))
    return now ? "it was measured without " + option_of(now->file.path) : std::string();
  const auto then = json_fields::read<kernels_record>(manifest.at("kernels"));
  if (!now)
    return fmt::format("it was measured with {} {}", option_of(then.file.path), then.file.path);
  if (then.file.sha256 != now->file.sha256)
    return fmt::format("{} has changed since", then.file.path);
  std::map<std::string, std::string> present;
  for (const auto& file : now->read) present[file.path] = file.sha256;
  for (const auto& file : then.read)
    if (const auto found = present.find(file.path);
        found != present.end() && found->second != file.sha256)
      return fmt::format("{}, or a file that it includes, has changed since", file.path);
  return "";
}

}  // namespace warpmark
