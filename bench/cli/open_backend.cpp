#include "bench/cli/open_backend.hpp"

#include <fmt/format.h>

#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/simt/simt_backend.hpp"
#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"

namespace warpmark {

std::string resolve_backend(const std::string& wanted) {
  if (wanted == "simt" || wanted == "cuda") return wanted;
  if (wanted == "host")
    throw usage_error(
        "--backend host: no registered variant runs on the CPU; right would be auto, cuda or simt");
  if (wanted != "auto")
    throw usage_error(fmt::format("--backend {}: no such backend{}", wanted,
                                  did_you_mean(wanted, {"auto", "cuda", "simt"})));
  return cuda::probe_driver().available ? "cuda" : "simt";
}

std::string choose_backend(const std::string& wanted) {
  const std::string name = resolve_backend(wanted);
  const auto probe = cuda::probe_driver();
  if (name == "cuda" && !probe.available)
    throw usage_error(
        fmt::format("--backend cuda: {}; without a card, use --backend simt", probe.reason));
  if (name == "simt" && wanted == "auto")
    fmt::print(stderr, "no card ({}); interpreting on the CPU (backend simt)\n", probe.reason);
  return name;
}

std::unique_ptr<backend> open_backend(const std::string& wanted, int device_ordinal) {
  // Races in global memory are the one check that needs all blocks on one host thread; the test
  // suite looks for them in every variant.
  if (choose_backend(wanted) == "simt")
    return simt::make_simt_backend({.check = {.global_races = false}});
  const int cards = cuda::probe_driver().devices;
  if (device_ordinal < 0 || device_ordinal >= cards)
    throw usage_error(
        fmt::format("--device {}: there are {} cards, numbered from 0", device_ordinal, cards));
  return cuda::make_cuda_backend({.device_ordinal = device_ordinal});
}

}  // namespace warpmark
