#include "cli/selftest/card_trial_options.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "cli/max_input.hpp"

namespace warpmark {

void card_trial_options::add_to(CLI::App& verb) {
  select.add_to(verb, "On a card: globs over family/variant",
                "On a card: problem axis, e.g. n=2^22,2^24",
                "On a card: config axis, e.g. block=256");
  verb.add_option("--backend", backend, "model: a noise model; cuda: a card")
      ->type_name("model|cuda")
      ->capture_default_str();
  auto* kernels = verb.add_option("--kernels", kernels_file, "On a card: kernels of this file");
  kernels->type_name("FILE");
  verb.add_option("--plugin", plugin,
                  "On a card: benchmarks of this shared library (docs/plugins.md)")
      ->type_name("FILE")
      ->excludes(kernels);
  add_max_input(verb);  // Also for arrays that the file names.
  verb.add_option("--device", device, "Number of the card")->capture_default_str();
  verb.add_option("--cache", cache_folder, "Folder for compiled kernels")->type_name("DIR");
  verb.add_option("--rounds", rounds_file, "On a card: write each pair to this file")
      ->type_name("FILE");
}

bool card_trial_options::on_card() const {
  if (backend != "model" && backend != "cuda")
    throw usage_error(fmt::format("--backend {}: expected model or cuda", backend));
  if (backend == "cuda") return true;
  if (!select.empty() || !kernels_file.empty() || !plugin.empty() || !rounds_file.empty())
    throw usage_error("the noise model has no kernels to select; --backend cuda uses a card");
  return false;
}

std::unique_ptr<gate::device_trial> card_trial_options::open(std::uint64_t seed,
                                                             std::size_t pairs) const {
  if (const auto probe = cuda::probe_driver(); !probe.available)
    throw usage_error(
        fmt::format("--backend cuda: {}; without a card, use --backend model", probe.reason));
  if (!plugin.empty()) plugins::try_to_open(plugin);
  return std::make_unique<gate::device_trial>(gate::timing_terms{.program = "/proc/self/exe",
                                                                 .device_ordinal = device,
                                                                 .cache_folder = cache_folder,
                                                                 .seed = seed,
                                                                 .rounds_file = rounds_file},
                                              select.parse("cuda"),
                                              plugin.empty() ? kernels_file : plugin, pairs);
}

}  // namespace warpmark
