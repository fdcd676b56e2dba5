#include "cli/open_backend.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/host/cpu_reader.hpp"
#include "bench/backends/host/host_backend.hpp"
#include "bench/backends/simt_backend.hpp"

namespace warpmark {

std::string resolve_backend(const std::string& name) {
  if (name == "simt" || name == "cuda" || name == "host") return name;
  if (name == "replay")
    throw usage_error(
        "--backend replay: only run and tune replay a record, which --from FILE names");
  if (name != "auto")
    throw usage_error(fmt::format("--backend {}: unknown backend{}", name,
                                  did_you_mean(name, {"auto", "cuda", "simt", "host"})));
  return cuda::probe_driver().available ? "cuda" : "simt";
}

std::string choose_backend(const std::string& requested) {
  std::string name = resolve_backend(requested);
  if (name == "host") return name;
  const auto probe = cuda::probe_driver();
  if (name == "cuda" && !probe.available)
    throw usage_error(
        fmt::format("--backend cuda: {}; without a card, use --backend simt", probe.reason));
  if (name == "simt" && requested == "auto")
    print_note(fmt::format("no card ({}); interpreting on the CPU (backend simt)", probe.reason));
  return name;
}

device_limits limits_unopened(const std::string& backend,
                              const std::shared_ptr<const model::card_file>& card) {
  if (backend == "host") return host::read_cpu().limits;
  if (card) return interpreted_limits(*card);
  return {.interpreted = backend == "simt"};
}

void refuse_phases_elsewhere(bool phases, const std::string& machine) {
  if (phases && machine != "simt")
    throw usage_error(
        fmt::format("--phases on backend {}: only the interpreter counts between barriers; "
                    "expected --backend simt",
                    machine));
}

void refuse_without_card(const std::string& option, const std::string& machine) {
  if (machine != "cuda")
    throw usage_error(fmt::format("{} on backend {}: only a card has this; {}", option, machine,
                                  expected_card()));
}

std::string expected_card() {
  const auto probe = cuda::probe_driver();
  return probe.available
             ? "expected --backend cuda"
             : fmt::format("expected --backend cuda; there is no card here ({})", probe.reason);
}

std::unique_ptr<backend> open_backend(const std::string& requested, int device_ordinal,
                                      interpreting interpreting) {
  const std::string name = choose_backend(requested);
  if (name == "host") return host::make_host_backend();
  // The test suite checks every variant for races in global memory.
  if (name == "simt")
    return make_simt_backend(
        as_card(interpreting.card, {.check = {.global_races = interpreting.global_races},
                                    .phases = interpreting.phases}),
        interpreting.limits);
  const int cards = cuda::probe_driver().devices;
  if (device_ordinal < 0 || device_ordinal >= cards)
    throw usage_error(
        fmt::format("--device {}: there are {} cards, numbered from 0", device_ordinal, cards));
  return cuda::make_cuda_backend({.device_ordinal = device_ordinal});
}

}  // namespace warpmark
