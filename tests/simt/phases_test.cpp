#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

using counters = std::map<std::string, std::uint64_t>;

std::uint64_t at(const counters& phase, const std::string& name) {
  const auto found = phase.find(name);
  return found == phase.end() ? 0 : found->second;
}

std::vector<std::uint64_t> each_phase(const outcome& seen, const std::string& name) {
  std::vector<std::uint64_t> values;
  for (const counters& phase : seen.phases.at(0).phases) values.push_back(at(phase, name));
  return values;
}

using values = std::vector<std::uint64_t>;

// With two warps: 2 stores without conflict; 2 loads of every second word, 2 wavefronts each; the
// first warp alone loads a column of 32 rows, 32 wavefronts; 2 global stores.
const std::string known_degrees = R"(
st.shared.u32 [%rd7], %r1;
bar.sync 0;
shl.b64 %rd8, %rd3, 1;
add.s64 %rd8, %rd6, %rd8;
ld.volatile.shared.u32 %r6, [%rd8];
bar.sync 0;
setp.gt.u32 %p1, %r1, 31;
@%p1 bra PAST;
shl.b64 %rd8, %rd3, 5;
add.s64 %rd8, %rd6, %rd8;
ld.volatile.shared.u32 %r6, [%rd8];
PAST:
bar.sync 0;
st.global.u32 [%rd4], %r6;
)";

TEST(phases, count_from_barrier_to_barrier) {
  const auto seen = run_body(known_degrees, {.threads = 64, .phases = true});
  ASSERT_EQ(seen.phases.size(), 1u);
  EXPECT_EQ(seen.phases[0].kernel, "k");
  EXPECT_EQ(seen.phases[0].left_out, 0u);
  EXPECT_EQ(each_phase(seen, "shared_store_wavefronts"), (values{2, 0, 0, 0}));
  EXPECT_EQ(each_phase(seen, "shared_load_wavefronts"), (values{0, 4, 32, 0}));
  EXPECT_EQ(each_phase(seen, "shared_load_requests"), (values{0, 2, 1, 0}));
  EXPECT_EQ(each_phase(seen, "shared_load_worst_degree"), (values{0, 2, 32, 0}));
  EXPECT_EQ(each_phase(seen, "shared_store_worst_degree"), (values{1, 0, 0, 0}));
  EXPECT_EQ(each_phase(seen, "shared_worst_degree"), (values{1, 2, 32, 0}));
  EXPECT_EQ(each_phase(seen, "global_store_requests"), (values{0, 0, 0, 2}));
  EXPECT_EQ(each_phase(seen, "block_barriers"), (values{1, 1, 1, 0}));
  EXPECT_FALSE(seen.phases[0].phases[3].contains("shared_load_requests"));
}

TEST(phases, add_up_to_what_the_block_did) {
  const auto seen = run_body(known_degrees, {.threads = 64, .phases = true});
  counters sums;
  for (const counters& phase : seen.phases.at(0).phases)
    for (const auto& [name, value] : phase) sums[name] += value;
  for (const char* name : {"warp_instructions", "thread_instructions", "branches", "barriers",
                           "memory_instructions", "shared_load_wavefronts", "global_store_sectors"})
    EXPECT_EQ(sums[name], seen[name]) << name;
}

TEST(phases, are_those_of_block_zero_and_change_no_counter) {
  const auto alone = run_body(known_degrees, {.threads = 64, .phases = true});
  const run_options many{.blocks = 300, .threads = 64, .host_threads = 1};
  const auto unasked = run_body(known_degrees, many);
  EXPECT_TRUE(unasked.phases.empty());
  for (const unsigned host_threads : {1u, 3u}) {
    const auto seen =
        run_body(known_degrees,
                 {.blocks = 300, .threads = 64, .host_threads = host_threads, .phases = true});
    EXPECT_EQ(seen.phases.at(0).phases, alone.phases.at(0).phases);
    EXPECT_EQ(seen.counters, unasked.counters);
  }
}

// Block 0 polls until block 1 has passed its barrier, so that they run by turns on one thread.
TEST(phases, leave_out_blocks_that_run_by_turns) {
  const auto seen = run_body(R"(
mov.u32 %r2, %ctaid.x;
setp.ne.u32 %p1, %r2, 0;
st.shared.u32 [%rd7], %r1;
@%p1 bra SECOND;
POLL:
ld.volatile.global.u32 %r3, [%rd1];
setp.eq.u32 %p2, %r3, 0;
@%p2 bra POLL;
bar.sync 0;
bra DONE;
SECOND:
bar.sync 0;
st.shared.u32 [%rd7], %r1;
bar.sync 0;
mov.u32 %r3, 1;
st.volatile.global.u32 [%rd1], %r3;
DONE:
)",
                             {.blocks = 2, .threads = 64, .phases = true});
  EXPECT_EQ(each_phase(seen, "shared_store_requests"), (values{2, 0}));
  EXPECT_EQ(seen["shared_store_requests"], 6u);
  EXPECT_EQ(seen["block_barriers"], 3u);
}

TEST(phases, only_barriers_at_which_all_threads_wait_end_one) {
  const auto seen = run_body(R"(
setp.gt.u32 %p1, %r1, 31;
@%p1 bra SECOND;
bar.sync 1, 32;
bar.arrive 2, 64;
bra JOIN;
SECOND:
bar.sync 2, 64;
JOIN:
bar.sync 3, 64;
)",
                             {.threads = 64, .phases = true});
  EXPECT_EQ(each_phase(seen, "barriers"), (values{5, 0}));
  EXPECT_EQ(seen["block_barriers"], 3u);
}

// Half-warps take their wavefronts one after the other: two are no conflict.
TEST(phases, degree_is_of_one_group_of_lanes) {
  const auto seen = run_body(R"(
shl.b64 %rd8, %rd3, 1;
add.s64 %rd8, %rd6, %rd8;
st.shared.u64 [%rd8], %rd3;
bar.sync 0;
shl.b64 %rd8, %rd3, 2;
add.s64 %rd8, %rd6, %rd8;
st.shared.u64 [%rd8], %rd3;
)",
                             {.phases = true});
  EXPECT_EQ(each_phase(seen, "shared_store_wavefronts"), (values{2, 4}));
  EXPECT_EQ(each_phase(seen, "shared_worst_degree"), (values{1, 2}));
}

TEST(phases, are_kept_up_to_a_limit) {
  const auto seen = run_body(R"(
mov.u32 %r2, 0;
LOOP:
bar.sync 0;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, 1100;
@%p1 bra LOOP;
)",
                             {.phases = true});
  EXPECT_EQ(seen.phases.at(0).phases.size(), 1024u);
  EXPECT_EQ(seen.phases.at(0).left_out, 1101u - 1024u);
  EXPECT_EQ(seen["block_barriers"], 1100u);
}

}  // namespace
}  // namespace warpmark::simt
