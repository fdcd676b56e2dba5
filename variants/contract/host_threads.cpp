#include "variants/contract/host_threads.hpp"

namespace warpmark {

axis host_threads_axis() {
  axis threads{.name = "threads",
               .summary = "threads, each with a contiguous part",
               .base = std::int64_t{1},
               .swept = true,
               .min = 1,
               .max = 1024};
  for (std::int64_t count = 1; count <= 256; count *= 2) threads.values.emplace_back(count);
  return threads;
}

constraint host_threads_exist() {
  return {"no more threads than the machine has",
          [](const problem&, const config& config, const device_limits& limits) {
            return config.integer("threads") <= limits.multiprocessors;
          }};
}

std::string missing_openmp() {
#ifdef _OPENMP
  return "";
#else
  return "the program was built by a compiler without OpenMP";
#endif
}

}  // namespace warpmark
