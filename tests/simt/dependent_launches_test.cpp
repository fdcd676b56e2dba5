#include "simt/interpreter.hpp"
#include "tests/simt/simt_fixture.hpp"

// Programmatic dependent launches: what of a launch conflicts with the launches before it.

namespace warpmark::simt {
namespace {

constexpr const char* store_out = "st.global.u32 [%rd4], %r1;\n";
constexpr const char* load_out = "ld.global.u32 %r10, [%rd4];\n";
constexpr const char* store_in = "st.global.u32 [%rd5], %r1;\n";
constexpr const char* load_in = "ld.global.u32 %r10, [%rd5];\n";
const std::string wait = "griddepcontrol.wait;\n", trigger = "griddepcontrol.launch_dependents;\n";

/// The findings of launches of these bodies, all but the first programmatic.
std::vector<finding> overlapping(const std::vector<std::string>& bodies, std::uint32_t threads = 32,
                                 bool programmatic = true) {
  interpreter machine({.host_threads = 1, .dependent_launches = true});
  std::vector<std::uint32_t> zeros(1024);
  const auto out = machine.allocate(4096), in = machine.allocate(4096);
  machine.label({.name = "out", .address = out, .element_bytes = 4});
  machine.upload(out, std::as_bytes(std::span(zeros)));
  machine.upload(in, std::as_bytes(std::span(zeros)));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    machine.launch_with(machine.load(kernel_around(bodies[i]), "k"),
                        {.grid = {2}, .block = {threads}, .programmatic = programmatic && i > 0},
                        out, in);
  machine.synchronize();
  return machine.take_findings();
}

std::size_t order_findings(const std::vector<finding>& found) {
  std::size_t count = 0;
  for (const finding& item : found) count += item.kind == "griddepcontrol_order";
  return count;
}

TEST(dependent_launches, load_of_the_predecessors_results_before_the_wait_is_found) {
  const auto found = overlapping({trigger + store_out, load_out + wait});
  ASSERT_EQ(order_findings(found), 1u);
  EXPECT_EQ(found.back().lanes, ~0u);
  EXPECT_NE(found.back().message.find("4-byte global load at"), std::string::npos);
  EXPECT_NE(found.back().message.find("out[0], which k, launched before, writes"),
            std::string::npos);
}

TEST(dependent_launches, store_to_what_the_predecessor_reads_is_found) {
  EXPECT_EQ(order_findings(overlapping({load_in, store_in + wait})), 1u);
  EXPECT_EQ(order_findings(overlapping({std::string(store_out), store_out + wait})), 1u);
  EXPECT_EQ(order_findings(overlapping({load_in, "red.global.add.u32 [%rd5], 1;" + wait})), 1u);
}

TEST(dependent_launches, common_reads_and_other_memory_do_not_conflict) {
  EXPECT_EQ(order_findings(overlapping({load_in, load_in})), 0u);
  EXPECT_EQ(order_findings(overlapping({load_in, store_out})), 0u);
  EXPECT_EQ(order_findings(overlapping({store_out, "ld.global.u32 %r10, [%rd4+128];"})), 0u);
}

TEST(dependent_launches, accesses_after_the_wait_are_ordered) {
  EXPECT_EQ(order_findings(overlapping({store_out, wait + load_out})), 0u);
  EXPECT_EQ(order_findings(overlapping({load_in, wait + store_in})), 0u);
}

TEST(dependent_launches, without_the_attribute_launches_do_not_overlap) {
  EXPECT_EQ(order_findings(overlapping({store_out, load_out}, 32, false)), 0u);
}

TEST(dependent_launches, barrier_passes_the_wait_of_another_warp_on) {
  const std::string first_warp_waits =
      "setp.gt.u32 %p1, %r1, 31;\n@%p1 bra past;\n" + wait + "past:\n";
  EXPECT_EQ(
      order_findings(overlapping({store_out, first_warp_waits + "bar.sync 0;\n" + load_out}, 64)),
      0u);
  EXPECT_EQ(order_findings(overlapping({store_out, first_warp_waits + load_out}, 64)), 1u);
}

// The second launch lets the third start before it waits for the first.
TEST(dependent_launches, chain_overlaps_unless_a_launch_waits_before_its_trigger) {
  const std::string first = store_out;
  EXPECT_EQ(order_findings(overlapping({first, trigger + wait, load_out})), 1u);
  EXPECT_EQ(order_findings(overlapping({first, wait + trigger, load_out})), 0u);
  EXPECT_EQ(order_findings(overlapping({first, trigger, load_out})), 1u);
}

// Fills, copies and uploads are not kernels: a launch after one begins when all before has ended.
TEST(dependent_launches, launch_after_a_fill_or_a_copy_does_not_overlap) {
  for (const int between : {0, 1, 2, 3}) {
    interpreter machine({.host_threads = 1, .dependent_launches = true});
    const std::vector<std::uint32_t> zeros(1024);
    const auto out = machine.allocate(4096), in = machine.allocate(4096);
    machine.upload(out, std::as_bytes(std::span(zeros)));
    machine.upload(in, std::as_bytes(std::span(zeros)));
    machine.launch_with(machine.load(kernel_around(store_out), "k"), {.grid = {2}, .block = {32}},
                        out, in);
    const std::uint32_t zero = 0;
    if (between == 1) machine.fill(in, std::as_bytes(std::span(&zero, 1)), 4);
    if (between == 2) machine.copy(in, in + 64, 16);
    if (between == 3) machine.upload(in, std::as_bytes(std::span(zeros)));
    machine.launch_with(machine.load(kernel_around(load_out), "k"),
                        {.grid = {2}, .block = {32}, .programmatic = true}, out, in);
    machine.synchronize();
    EXPECT_EQ(order_findings(machine.take_findings()), between == 0 ? 1u : 0u) << between;
  }
}

TEST(dependent_launches, are_watched_from_then_on) {
  interpreter machine({.host_threads = 1});
  const auto out = machine.allocate(4096), in = machine.allocate(4096);
  const auto run = [&](const std::string& body, bool programmatic) {
    machine.launch_with(machine.load(kernel_around(body), "k"),
                        {.grid = {2}, .block = {32}, .programmatic = programmatic}, out, in);
    machine.synchronize();
    return order_findings(machine.take_findings());
  };
  run(store_out, false);
  EXPECT_EQ(run(load_out, true), 0u);
  machine.watch_dependent_launches(true);
  EXPECT_EQ(run(load_out, true), 0u) << "what ran before is not kept";
  run(store_out, false);
  EXPECT_EQ(run(load_out, true), 1u);
}

}  // namespace
}  // namespace warpmark::simt
