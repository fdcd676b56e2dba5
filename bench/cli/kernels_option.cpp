#include "bench/cli/kernels_option.hpp"

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"
#include "bench/kernels_file/family_of.hpp"
#include "variants/registry.hpp"

namespace warpmark {

kernels_record use_kernels_file(const std::string& path) {
  const auto what =
      std::make_shared<const kernels_file::description>(kernels_file::read_description(path));
  replace_registry({kernels_file::family_of(what)}, kernels_file::variants_of(what));
  return {.file = {what->path, what->digest}, .read = what->files};
}

void kernels_option::add_to(CLI::App& verb) {
  verb.add_option_function<std::string>(
          "--kernels",
          [record = record_](const std::string& path) {
            if (path.empty()) throw usage_error("--kernels: right would be a file, kernels.toml");
            *record = use_kernels_file(path);
          },
          "Work on the kernels that this file describes (docs/kernels_file.md)")
      ->type_name("FILE");
}

void kernels_option::add_to(workers::worker_order& order) const {
  if (!record()) return;
  order.kernels_file = record()->file.path;
  order.kernels_fingerprint = record()->fingerprint();
}

std::string kernels_difference(const journal::json& manifest,
                               const std::optional<kernels_record>& now) {
  if (!manifest.contains("kernels"))
    return now ? "it was measured without --kernels" : std::string();
  const journal::json& then = manifest.at("kernels");
  const std::string file = then.value("file", "");
  if (!now) return fmt::format("it was measured with --kernels {}", file);
  if (then.value("sha256", "") != now->file.sha256)
    return fmt::format("{} is not as it was then", file);
  std::map<std::string, std::string> present;
  for (const auto& each : now->read) present[each.path] = each.sha256;
  for (const auto& each : then.value("read", journal::json::array())) {
    const std::string path = each.value("file", "");
    if (const auto found = present.find(path);
        found != present.end() && found->second != each.value("sha256", ""))
      return fmt::format("{}, or what it includes, is not as it was then", path);
  }
  return "";
}

}  // namespace warpmark
