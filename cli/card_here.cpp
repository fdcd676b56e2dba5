#include "cli/card_here.hpp"

#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/host/cpu_reader.hpp"
#include "cli/device_choice.hpp"
#include "cli/open_backend.hpp"

namespace warpmark {

std::optional<card> card_here(const std::string& backend, const std::string& devices) {
  if (backend == "host") return host::read_cpu();
  if (backend != "cuda") return std::nullopt;
  choose_backend(backend);  // says why there is no driver
  const auto chosen = choose_devices(devices).front();
  return cuda::list_cards().at(static_cast<std::size_t>(chosen));
}

}  // namespace warpmark
