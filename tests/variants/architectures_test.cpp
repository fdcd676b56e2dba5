// Variants whose kernels need an architecture say so.

#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// Those of kernels/ in PTX; griddepcontrol is left out where a kernel is compiled for older ones.
bool needs_compute_capability_9(const std::string& ptx) {
  constexpr std::array instructions = {"cp.async.bulk",       "mbarrier.try_wait",
                                       "fence.mbarrier_init", "fence.proxy.async",
                                       "barrier.cluster",     "mapa."};
  return std::any_of(instructions.begin(), instructions.end(), [&](const char* instruction) {
    return ptx.find(instruction) != std::string::npos;
  });
}

class architecture_of : public testing::TestWithParam<std::string> {};

TEST_P(architecture_of, instructions_is_a_constraint) {
  const variant& variant = *built_in_registry().find_variant(GetParam());
  if (test_backend_of(variant) != "simt") GTEST_SKIP() << variant.unavailable_on("simt");
  const device_limits older{.architecture = "sm_80"};
  const device_limits newer{.architecture = "compute_90", .interpreted = true};
  // Other axes do not decide about instructions.
  for (const char* loads : {"registers", "bulk"}) {
    const point point{&variant, problem_of(variant, {{"n", std::int64_t{5000}}}),
                      config_of(variant, {{"loads", loads}})};
    if (loads == std::string("bulk") && point.config.find("loads") == nullptr) continue;
    if (!is_taken(point, older)) continue;
    const auto pending = begin_point(point, "simt", newer, shared_compiler());
    for (std::size_t i = 0; i < pending.own.kernels.size(); ++i)
      EXPECT_FALSE(needs_compute_capability_9(pending.own.kernels[i].get()->ptx))
          << pending.own.plan.kernels[i].expression;
  }
}

INSTANTIATE_TEST_SUITE_P(registry, architecture_of, testing::ValuesIn(variant_paths()),
                         name_of_path);

}  // namespace
}  // namespace warpmark::tests
