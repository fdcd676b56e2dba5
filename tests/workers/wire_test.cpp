#include "bench/workers/wire.hpp"

#include <gtest/gtest.h>

#include "variants/registry.hpp"

namespace warpmark::workers {
namespace {

// Through text, as between processes.
json sent(const json& message) { return json::parse(message.dump()); }

TEST(wire, a_point_arrives_as_it_was) {
  point point;
  point.variant = built_in_registry().find_variant("reduce/tree_sequential");
  point.problem.set("type", "f64");
  point.problem.set("n", std::int64_t{1} << 40);
  point.config.set("block", std::int64_t{256});
  const warpmark::point arrived = point_from_wire(built_in_registry(), sent(to_wire(point)));
  EXPECT_EQ(arrived.variant, point.variant);
  EXPECT_EQ(arrived.problem, point.problem);
  EXPECT_EQ(arrived.config, point.config);
  EXPECT_EQ(arrived.key(), point.key());
}

TEST(wire, an_unknown_variant_is_an_error) {
  EXPECT_THROW(
      point_from_wire(built_in_registry(),
                      {{"variant", "reduce/none"}, {"problem", json::array()}, {"config", {}}}),
      std::exception);
}

TEST(wire, a_card_arrives_with_its_limits_and_without_what_is_unknown) {
  worker_report report;
  report.device.name = "a card";
  report.device.l2_bytes = 12345;
  report.device.ecc = false;
  report.device.limits.multiprocessors = 7;
  report.device.limits.architecture = "sm_80";
  report.ceilings.read_bytes_per_s = 1.5e12;
  report.ceilings.flush = flush_check{.size_bytes = 5, .hot_ns = 1, .cold_ns = 4, .min_cold_ns = 3};
  report.compiler_flags = {"-a", "-b"};
  const worker_report arrived = report_from_wire(sent(to_wire(report)));
  EXPECT_EQ(arrived.device.name, "a card");
  EXPECT_EQ(arrived.device.l2_bytes, 12345u);
  EXPECT_EQ(arrived.device.ecc, false);
  EXPECT_FALSE(arrived.device.memory_bytes);
  EXPECT_EQ(arrived.device.limits.multiprocessors, 7);
  EXPECT_EQ(arrived.device.limits.architecture, "sm_80");
  EXPECT_EQ(arrived.ceilings.read_bytes_per_s, 1.5e12);
  EXPECT_FALSE(arrived.ceilings.launch_floor_ns);
  ASSERT_TRUE(arrived.ceilings.flush);
  EXPECT_TRUE(arrived.ceilings.flush->passed());
  EXPECT_EQ(arrived.compiler_flags, report.compiler_flags);
}

TEST(wire, an_order_arrives_whole) {
  worker_order order{.backend = "cuda", .device_ordinal = 3, .cache_folder = "c", .seed = 9};
  order.measuring.precision = 0.005;
  order.measuring.state = cache_state::rotated;
  order.measuring.flush = flush_lines::dirty;
  order.measuring.time_to_beat_ns = 1500;
  order.measure_ceilings = true;
  order.phases = true;
  order.global_races = true;
  order.profile = {"smsp__inst_executed.sum", "default"};
  const worker_order arrived = order_from_wire(sent(to_wire(order)));
  EXPECT_EQ(arrived.measuring.time_to_beat_ns, 1500);
  EXPECT_EQ(arrived.backend, "cuda");
  EXPECT_EQ(arrived.device_ordinal, 3);
  EXPECT_EQ(arrived.cache_folder, "c");
  EXPECT_EQ(arrived.seed, 9u);
  EXPECT_EQ(arrived.measuring.precision, 0.005);
  EXPECT_EQ(arrived.measuring.state, cache_state::rotated);
  EXPECT_EQ(arrived.measuring.flush, flush_lines::dirty);
  EXPECT_TRUE(arrived.measure_ceilings);
  EXPECT_TRUE(arrived.phases);
  EXPECT_TRUE(arrived.global_races);
  EXPECT_EQ(arrived.profile, order.profile);
}

}  // namespace
}  // namespace warpmark::workers
