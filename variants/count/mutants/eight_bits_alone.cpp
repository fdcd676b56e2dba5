// The template is for any key, its launch for 8 bits.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

namespace {

void spell_keys_as_bytes(launch_plan& plan) {
  const std::string meant = "unsigned short", written = "unsigned char";
  for (auto& kernel : plan.kernels)
    if (const auto at = kernel.expression.find(meant); at != std::string::npos)
      kernel.expression.replace(at, meant.size(), written);
}

}  // namespace

variant eight_bits_alone() {
  variant result = chunked_mutant(
      {.name = "eight_bits_alone",
       .source = "dca-2016, cdpDistCountLaunch",
       .fault = {"The type of the keys is a template parameter, but the launch is written for 8 "
                 "bits: the first half of 16-bit keys is counted, as bytes.",
                 {"wrong"}},
       .problem = {{"type", "u16"}, {"n", std::int64_t{128}}, {"bins", std::int64_t{1000}}}});
  result.plan = [sound = result.plan](const problem& problem, const config& config,
                                      const device_limits& limits) {
    launch_plan plan = sound(problem, config, limits);
    spell_keys_as_bytes(plan);
    return plan;
  };
  return result;
}

}  // namespace warpmark::count::mutants
