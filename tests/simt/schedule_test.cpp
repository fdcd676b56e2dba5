#include "simt/execution/schedule.hpp"

#include <algorithm>
#include <set>

#include "tests/simt/simt_fixture.hpp"

// Random orders of blocks and warps: each follows from its seed, and what depends on the order
// shows it.

namespace warpmark::simt {
namespace {

constexpr std::uint64_t seeds = 20;

std::set<std::vector<std::uint32_t>> results_of(const std::string& body, run_options options) {
  std::set<std::vector<std::uint32_t>> results;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    options.schedule = seed;
    results.insert(run_body(body, options).out);
  }
  return results;
}

// out[0] becomes 31 * out[0] + the warp's number: another one for each order.
const std::string last_comers = R"(
mov.u32 %r2, %ctaid.x;
shr.u32 %r3, %r1, 5;
mad.lo.u32 %r3, %r2, 8, %r3;
and.b32 %r4, %r1, 31;
setp.ne.u32 %p1, %r4, 0;
@%p1 bra done;
again:
ld.relaxed.gpu.global.u32 %r5, [%rd1];
mad.lo.u32 %r6, %r5, 31, %r3;
atom.global.cas.b32 %r7, [%rd1], %r5, %r6;
setp.ne.u32 %p2, %r7, %r5;
@%p2 bra again;
done:
)";

TEST(shuffled_range, has_each_number_once) {
  std::mt19937_64 random(1);
  for (const std::uint64_t count : {0, 1, 2, 3, 7, 32, 1000, 65536, 65537}) {
    const shuffled_range shuffled(count, random);
    std::vector<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.push_back(shuffled(i));
    std::sort(seen.begin(), seen.end());
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(seen[i], i) << count;
  }
  EXPECT_EQ(shuffled_range()(7), 7u);
}

TEST(schedule, changes_the_order_of_blocks) {
  EXPECT_GT(results_of(last_comers, {.blocks = 8}).size(), seeds / 2);
}

TEST(schedule, changes_the_order_of_warps) {
  EXPECT_GT(results_of(last_comers, {.threads = 256}).size(), seeds / 2);
}

TEST(schedule, follows_from_its_seed) {
  const auto once = run_body(last_comers, {.blocks = 8, .threads = 256, .schedule = 5});
  const auto again = run_body(last_comers, {.blocks = 8, .threads = 256, .schedule = 5});
  EXPECT_EQ(once.out, again.out);
  EXPECT_EQ(once.counters, again.counters);
}

TEST(schedule, of_launches_one_after_another_differs) {
  interpreter machine;
  machine.set_schedule(1);
  const auto handle = machine.load(kernel_around(last_comers), "k");
  const auto out = machine.allocate(4096 * 4);
  std::set<std::uint32_t> results;
  for (int launch = 0; launch < 10; ++launch) {
    std::uint32_t result = 0;
    machine.upload(out, std::as_bytes(std::span(&result, 1)));
    machine.launch_with(handle, {.grid = {8}, .block = {32}}, out, out);
    machine.synchronize();
    machine.download(std::as_writable_bytes(std::span(&result, 1)), out);
    results.insert(result);
  }
  EXPECT_GT(results.size(), 5u);
}

TEST(schedule, leaves_results_that_depend_on_no_order) {
  const std::string body = "red.global.add.u32 [%rd1], %r1;\nst.global.u32 [%rd4+64], %r1;";
  const auto expected = run_body(body, {.blocks = 8, .threads = 256});
  EXPECT_EQ(results_of(body, {.blocks = 8, .threads = 256}), std::set{expected.out});
}

// Warps interleave within code that has no barrier: some see the other's first store alone.
TEST(schedule, interleaves_warps_between_barriers) {
  const std::string body = R"(
setp.ne.u32 %p1, %r1, 0;
@%p1 bra other;
st.volatile.global.u32 [%rd1+4096], 1;
st.volatile.global.u32 [%rd1+4100], 1;
bra done;
other:
setp.ne.u32 %p1, %r1, 32;
@%p1 bra done;
ld.volatile.global.u32 %r2, [%rd1+4100];
ld.volatile.global.u32 %r3, [%rd1+4096];
mad.lo.u32 %r4, %r2, 2, %r3;
st.global.u32 [%rd1], %r4;
done:
)";
  std::set<std::uint32_t> seen;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    seen.insert(run_body(body, {.threads = 64, .schedule = seed}).out[0]);
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 3}));
}

// Block 0 waits for the last one, in whatever order they start.
TEST(schedule, lets_resident_blocks_wait_for_each_other) {
  const std::string body = R"(
mov.u32 %r2, %ctaid.x;
setp.eq.u32 %p1, %r2, 0;
@%p1 bra wait;
st.volatile.global.u32 [%rd1+64], 1;
bra done;
wait:
ld.volatile.global.u32 %r3, [%rd1+64];
setp.eq.u32 %p2, %r3, 0;
@%p2 bra wait;
done:
)";
  EXPECT_EQ(results_of(body, {.blocks = 3}).size(), 1u);
}

TEST(schedule, finds_a_deadlock) {
  const std::string body = R"(
wait:
ld.volatile.global.u32 %r3, [%rd1+64];
setp.eq.u32 %p2, %r3, 0;
@%p2 bra wait;
)";
  EXPECT_THROW(run_body(body, {.blocks = 3, .step_limit = std::uint64_t{1} << 33, .schedule = 3}),
               deadlock_error);
}

}  // namespace
}  // namespace warpmark::simt
