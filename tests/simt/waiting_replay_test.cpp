#include "simt/timing/waiting_replay.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "simt/model/card_file.hpp"
#include "simt/timing/turns.hpp"

// Replays of launches that are described by hand.

namespace warpmark::simt {
namespace {

// One cycle per ns, and one channel of memory.
model::card_constants test_card() {
  model::card_constants result = model::card_for_architecture("sm_90")->constants;
  result.sm_clock_hz = 1e9;
  result.dram_read_bytes_per_s = 25e9;
  result.l2_latency_cycles = 200;
  result.polled_store_cycles = 0;
  return result;
}

access one_word(std::uint64_t address) {
  access result;
  result.active = 1;
  result.address[0] = address;
  return result;
}

moment start_of_block() { return {}; }

// Blocks that load first, with so many loads one after another, and then store a word of their own.
struct loading_blocks {
  event_graph graph;
  communication_log log;
  std::uint64_t blocks;

  loading_blocks(std::uint64_t count, int loads, std::uint64_t latency) : blocks(count) {
    moment at = start_of_block();
    for (int i = 0; i < loads; ++i) {
      at = at + latency;
      at = graph.add(node_kind::load, 0, 0, &at, 1, 0);
      graph.add_traffic({.loaded = 1, .fetched = 1}, latency);
    }
    const std::uint32_t stored = graph.add(node_kind::write, 0, 1, &at, 1, 0).node;
    graph.add_join({at}, 0);
    for (std::uint64_t block = 0; block < count; ++block)
      log.store({.block = block, .site = 1, .node = stored}, one_word(4096 * block));
  }
  double replayed_ns(double dram_load_ns) { return replayed(dram_load_ns, test_card()).ns; }
  replayed_time replayed(double dram_load_ns, const model::card_constants& card) {
    log.resolve_polls();
    replayed_launch launch{.blocks = blocks, .resident_blocks = blocks};
    launch.followed = {{&graph, &graph, &graph}, {0, blocks / 2, blocks - 1}};
    launch.dram_load_ns = dram_load_ns;
    return replay_waits(log, launch, card);
  }
};

TEST(waiting_replay, blocks_share_memory) {
  EXPECT_DOUBLE_EQ(loading_blocks(8, 1, 500).replayed_ns(0), 500);
  // The last block's turn ends after those of seven others, of 1000 ns each. Its data come then.
  EXPECT_NEAR(loading_blocks(8, 1, 500).replayed_ns(8000), 8500, 64);
}

// Two loads of 8 blocks, one after another, are one stream of 16: no block loads twice before
// others have loaded once.
TEST(waiting_replay, memory_serves_blocks_in_the_order_of_their_loads) {
  const double together = loading_blocks(8, 2, 500).replayed_ns(16000);
  EXPECT_GE(together, 16500 - 64);
  EXPECT_LE(together, 17500);
}

TEST(waiting_replay, memory_adds_what_idle_memory_does_not_take) {
  const replayed_time busy = loading_blocks(8, 1, 500).replayed(8000, test_card());
  EXPECT_NEAR(busy.ns, 8500, 64);
  EXPECT_NEAR(busy.idle_memory_ns, 500, 1);
  const replayed_time idle = loading_blocks(8, 1, 500).replayed(0, test_card());
  EXPECT_EQ(idle.ns, idle.idle_memory_ns);
}

// Loads of one piece each: in the end all channels have as much to do, and blocks wait for
// different times meanwhile.
TEST(waiting_replay, channels_take_as_long_as_one) {
  model::card_constants card = test_card();
  const double one = loading_blocks(400, 10, 500).replayed(80'000, card).ns;
  card.dram_read_bytes_per_s = 200 * 25e9;
  const double many = loading_blocks(400, 10, 500).replayed(80'000, card).ns;
  EXPECT_GE(many, one - 500);
  EXPECT_LE(many, 1.3 * one);
}

// A fence after stores lasts until the turns of all that its block has stored are over; the stores
// alone delay nobody.
TEST(waiting_replay, fences_wait_for_stores) {
  const auto ns = [](bool awaits_stores) {
    event_graph graph;
    const moment at = start_of_block() + 100;
    moment next = graph.add(node_kind::load, 0, 0, &at, 1, 0);
    graph.add_traffic({.stored = 10}, 0);
    next = graph.add(node_kind::load, 0, 1, &next, 1, 0);
    graph.add_traffic({.awaits_stores = awaits_stores}, 0);
    const std::uint32_t stored = graph.add(node_kind::write, 0, 2, &next, 1, 0).node;
    graph.add_join({next}, 0);
    communication_log log;
    constexpr std::uint64_t blocks = 4;
    for (std::uint64_t block = 0; block < blocks; ++block)
      log.store({.block = block, .site = 2, .node = stored}, one_word(4096 * block));
    log.resolve_polls();
    replayed_launch launch{.blocks = blocks, .resident_blocks = blocks};
    launch.followed = {{&graph, &graph, &graph}, {0, blocks / 2, blocks - 1}};
    launch.l2_store_ns = 8000;
    return replay_waits(log, launch, test_card()).ns;
  };
  EXPECT_DOUBLE_EQ(ns(false), 100);
  EXPECT_NEAR(ns(true), 8100, 64);
}

TEST(waiting_replay, requests_take_what_earlier_ones_left_free) {
  memory_turns turns;
  EXPECT_EQ(turns.take(1000, 640), 1640u);
  EXPECT_NEAR(static_cast<double>(turns.take(1000, 64)), 1704, 64);
  EXPECT_EQ(turns.take(0, 64), 64u);  // comes late, but was first
  EXPECT_NEAR(static_cast<double>(turns.take(1200, 1)), 1705, 64);
}

TEST(waiting_replay, units_do_not_wait_for_each_other) {
  word_turns turns;
  EXPECT_EQ(turns.take(1000, 640, 1), 1640u);
  EXPECT_EQ(turns.take(1000, 640, 2), 1640u);
  EXPECT_NEAR(static_cast<double>(turns.take(1000, 64, 1)), 1704, 4);
  EXPECT_EQ(turns.take(0, 64, 2), 64u);
  for (int i = 0; i < 7; ++i) turns.take(1000, 3, 3);
  EXPECT_NEAR(static_cast<double>(turns.take(1000, 3, 3)), 1024, 4);
}

// Each block updates the word that it shares with the block before it, and 1000 cycles later that
// which it shares with the next one: the first of the two in the interpreter's order is the later
// one on a device.
TEST(waiting_replay, atomics_take_turns_as_they_arrive) {
  constexpr std::uint64_t blocks = 64;
  event_graph graph;
  const moment begun = start_of_block();
  const moment first = graph.add(node_kind::update, 0, 1, &begun, 1, 200);
  const moment next = first + 1000;
  const moment second = graph.add(node_kind::update, 0, 2, &next, 1, 200);
  graph.add_join({second}, 0);
  communication_log log;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    log.update({.block = block, .site = 1, .node = first.node}, one_word(4096 * block), true);
    log.update({.block = block, .site = 2, .node = second.node}, one_word(4096 * (block + 1)),
               true);
  }
  log.resolve_polls();
  replayed_launch launch{.blocks = blocks, .resident_blocks = blocks};
  launch.followed = {{&graph, &graph, &graph}, {0, blocks / 2, blocks - 1}};
  EXPECT_NEAR(replay_waits(log, launch, test_card()).ns, 1400, 16);
}

// All blocks draw a ticket; before it, the first one works for 5000 cycles. Afterwards the last one
// works for 300, in which it may load a word, or issue more instructions than the others.
double ns_of_tickets(bool loads, std::uint64_t more) {
  constexpr std::uint64_t blocks = 16;
  const moment begun = start_of_block();
  const auto draw = [](event_graph& graph, const moment& at) {
    return graph.add(node_kind::update, 0, 1, &at, 1, 200);
  };
  event_graph late, early, last;
  const moment drawn_late = draw(late, begun + 5000), drawn_early = draw(early, begun);
  late.add_join({drawn_late}, 0);
  early.add_join({drawn_early}, 0);
  moment done = draw(last, begun);
  if (loads) done = last.add(node_kind::read, 0, 2, &done, 1, 200);
  last.add_join({done + (loads ? 100 : 300)}, 0);
  communication_log log;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    log.update({.block = block, .site = 1, .issued = 10, .node = drawn_early.node}, one_word(0),
               true);
    if (block + 1 == blocks && loads)
      log.load({.block = block, .site = 2, .issued = 12, .node = done.node}, one_word(4096));
    log.end(block, 0, block + 1 == blocks ? 20 + more : 20);
  }
  log.resolve_polls();
  replayed_launch launch{.blocks = blocks, .resident_blocks = blocks};
  launch.followed = {{&late, &early, &last}, {0, blocks / 2, blocks - 1}};
  model::card_constants constants = test_card();
  constants.global_atomic_latency_cycles = 200;
  return replay_waits(log, launch, constants).ns;
}

// The others are there first if the last block's work shows that it has drawn the last ticket.
TEST(waiting_replay, the_last_ticket_is_drawn_after_all_others) {
  EXPECT_NEAR(ns_of_tickets(false, 0), 5200, 16);
  EXPECT_NEAR(ns_of_tickets(false, 1), 5500, 16);
  EXPECT_NEAR(ns_of_tickets(true, 0), 5500, 16);
}

// The first of two blocks at once waits for the other one, and so ends later: the third block takes
// the other one's place, and the last one, which takes long, the first one's.
TEST(waiting_replay, blocks_start_as_others_end) {
  event_graph reads, writes, works;
  const moment begun = start_of_block();
  const moment read = reads.add(node_kind::read, 0, 1, &begun, 1, 200);
  reads.add_join({read}, 0);
  const moment at = begun + 1000;
  const std::uint32_t stored = writes.add(node_kind::write, 0, 2, &at, 1, 0).node;
  writes.add_join({at}, 0);
  works.add_join({begun + 5000}, 0);
  communication_log log;
  log.store({.block = 1, .site = 2, .node = stored}, one_word(0));
  log.load({.block = 0, .site = 1, .node = read.node}, one_word(0));
  log.store({.block = 2, .site = 2, .node = stored}, one_word(4096));
  log.resolve_polls();
  replayed_launch launch{.blocks = 4, .resident_blocks = 2};
  launch.followed = {{&reads, &writes, &works}, {0, 1, 3}};
  model::card_constants constants = test_card();
  constants.block_turnover_ns = 0;
  EXPECT_NEAR(replay_waits(log, launch, constants).ns, 1000 + 100 + 200 + 5000, 1);
}

// The last block loads when the others store neighbouring words of 8 bytes, whose turns on their
// line take `turn` cycles.
double ns_of_load_after_stores(std::uint64_t writers, const access& loaded, double turn) {
  event_graph writes, reads;
  const moment at = start_of_block() + 100;
  const std::uint32_t stored = writes.add(node_kind::write, 0, 1, &at, 1, 0).node;
  writes.add_join({at}, 0);
  const moment read = reads.add(node_kind::read, 0, 2, &at, 1, 200);
  reads.add_join({read}, 0);
  communication_log log;
  for (std::uint64_t block = 0; block < writers; ++block)
    log.store({.block = block, .site = 1, .node = stored}, one_word(8 * block));
  log.load({.block = writers, .site = 2, .node = read.node}, loaded);
  log.resolve_polls();
  replayed_launch launch{.blocks = writers + 1, .resident_blocks = writers + 1};
  launch.followed = {{&writes, &writes, &reads}, {0, writers / 2, writers}};
  model::card_constants constants = test_card();
  constants.polled_store_cycles = turn;
  return replay_waits(log, launch, constants).ns;
}

TEST(waiting_replay, stores_to_a_line_that_others_poll_take_turns) {
  constexpr std::uint64_t writers = 16;
  access all;
  all.active = (1u << writers) - 1;
  for (std::uint64_t lane = 0; lane < writers; ++lane) all.address[lane] = 8 * lane;
  const double at_once = ns_of_load_after_stores(writers, all, 0);
  EXPECT_NEAR(ns_of_load_after_stores(writers, all, 50) - at_once, 50 * (writers - 1), 1);
}

access whole_line(std::uint64_t address) {
  access result;
  result.active = ~0u;
  for (std::uint64_t lane = 0; lane < 32; ++lane) result.address[lane] = address + 4 * lane;
  return result;
}

TEST(waiting_replay, neighbouring_words_of_one_store_are_kept_as_one) {
  constexpr std::uint64_t readers = std::uint64_t{1} << 17;
  communication_log log;
  access half = whole_line(0);
  half.active = 0xffff;
  log.store({.block = 0, .site = 1}, half);
  half.active = 0xffff0000;
  log.store({.block = 1, .site = 1}, half);
  for (std::uint64_t block = 2; block <= readers + 2; ++block)
    log.load({.block = block, .site = 2}, whole_line(0));
  ASSERT_FALSE(log.is_full());
  log.resolve_polls();
  const communication_log::event& last = log.events().back();
  ASSERT_EQ(last.words, 2u);
  EXPECT_EQ(log.words_of(last)[1].version, 17u);
  EXPECT_EQ(log.words_of(last)[1].word, 16u);
  EXPECT_EQ(log.words_of(last)[1].alike, 16u);
}

// The first poll of a line sees what was there before the launch, the second one the words of two
// blocks, of which one is late.
TEST(waiting_replay, a_poll_waits_for_each_block_that_wrote_its_words) {
  event_graph early, late, reads;
  const moment soon = start_of_block() + 100, after = start_of_block() + 5000;
  const std::uint32_t stored = early.add(node_kind::write, 0, 1, &soon, 1, 0).node;
  early.add_join({soon}, 0);
  late.add(node_kind::write, 0, 1, &after, 1, 0);
  late.add_join({after}, 0);
  const moment read = reads.add(node_kind::read, 0, 2, &soon, 1, 200);
  reads.add_join({read}, 0);
  communication_log log;
  const communication_log::place reader{.block = 2, .site = 2, .node = read.node};
  log.load(reader, whole_line(0));
  for (std::uint64_t block = 0; block < 2; ++block) {
    access part = whole_line(0);
    part.active = block == 0 ? 0xffff : 0xffff0000;
    log.store({.block = block, .site = 1, .node = stored}, part);
  }
  log.load(reader, whole_line(0));
  log.resolve_polls();
  EXPECT_EQ(log.events().front().words, 2u);
  replayed_launch launch{.blocks = 3, .resident_blocks = 3};
  launch.followed = {{&early, &late, &reads}, {0, 1, 2}};
  EXPECT_NEAR(replay_waits(log, launch, test_card()).ns, 5000 + 300, 1);
}

// Three rounds of a loop of ten instructions that loads two words.
TEST(waiting_replay, a_loop_that_polls_several_words_is_counted_once) {
  communication_log log;
  for (std::uint64_t round = 0; round < 3; ++round)
    for (std::uint32_t load = 0; load < 2; ++load)
      log.load({.block = 1, .site = load, .issued = 10 * round + load}, one_word(4096 * load));
  EXPECT_EQ(log.polling_instructions(), 21u);
  EXPECT_EQ(log.polling_sectors(), 4u);
}

// Two blocks store to one line, the second one a little later. The last block asks for its word
// first.
TEST(waiting_replay, stores_take_turns_as_they_arrive_not_as_they_are_asked_for) {
  const auto writes_at = [](std::uint64_t time, event_graph& graph) {
    const moment at = start_of_block() + time;
    const std::uint32_t node = graph.add(node_kind::write, 0, 1, &at, 1, 0).node;
    graph.add_join({at}, 0);
    return node;
  };
  event_graph early, late, reads;
  const std::uint32_t first = writes_at(990, early), second = writes_at(1000, late);
  const moment begun = start_of_block();
  const moment read_late = reads.add(node_kind::read, 0, 2, &begun, 1, 200);
  const moment read_early = reads.add(node_kind::read, 0, 3, &read_late, 1, 200);
  reads.add_join({read_early}, 0);
  communication_log log;
  log.store({.block = 0, .site = 1, .node = first}, one_word(0));
  log.store({.block = 1, .site = 1, .node = second}, one_word(8));
  log.load({.block = 2, .site = 2, .node = read_late.node}, one_word(8));
  log.load({.block = 2, .site = 3, .node = read_early.node}, one_word(0));
  log.resolve_polls();
  replayed_launch launch{.blocks = 3, .resident_blocks = 3};
  launch.followed = {{&early, &late, &reads}, {0, 1, 2}};
  model::card_constants constants = test_card();
  const double at_once = replay_waits(log, launch, constants).ns;
  constants.polled_store_cycles = 50;
  EXPECT_NEAR(replay_waits(log, launch, constants).ns - at_once, 40, 1);
}

// The word that it loads is one that nobody stores. It arrives together with the stores.
TEST(waiting_replay, each_read_of_a_line_waits_for_the_stores_before_it) {
  constexpr std::uint64_t writers = 8;
  const access beside = one_word(8 * writers);
  const double at_once = ns_of_load_after_stores(writers, beside, 0);
  EXPECT_NEAR(at_once, 300, 1);
  EXPECT_NEAR(ns_of_load_after_stores(writers, beside, 50) - at_once, 50 * writers, 1);
}

// A look-back: each block stores a first version, reads its predecessor's word until it has a
// version, and stores a last one `work` cycles later. Blocks start at intervals, and their words
// are `apart` bytes from each other.
double look_back_ns(std::uint64_t work, std::uint64_t apart, const model::card_constants& card,
                    double interval = 0) {
  constexpr std::uint64_t blocks = 64;
  event_graph graph;
  const moment begun = start_of_block() + 10;
  const moment first = graph.add(node_kind::write, 0, 1, &begun, 1, 0);
  const moment read = graph.add(node_kind::read, 0, 2, &begun, 1, 200);
  const moment done = read + work;
  const moment last = graph.add(node_kind::write, 0, 3, &done, 1, 0);
  graph.add_join({last}, 0);
  communication_log log;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    log.store({.block = block, .site = 1, .node = first.node}, one_word(apart * (block + 1)));
    log.load({.block = block, .site = 2, .node = read.node}, one_word(apart * block));
    log.store({.block = block, .site = 3, .node = last.node}, one_word(apart * (block + 1)));
  }
  log.resolve_polls();
  replayed_launch launch{.blocks = blocks, .resident_blocks = blocks};
  launch.start_interval_ns = interval;
  launch.followed = {{&graph, &graph, &graph}, {0, blocks / 2, blocks - 1}};
  return replay_waits(log, launch, card).ns;
}

double look_back_ns(std::uint64_t work) { return look_back_ns(work, 4096, test_card()); }

// It looks at several words on its way back, and works on each.
TEST(waiting_replay, a_look_back_works_on_each_window) {
  EXPECT_GT(look_back_ns(300) - look_back_ns(0), 4 * 300);
  EXPECT_LT(look_back_ns(300), 64 * (300 + 300));
}

// A little more work takes a little longer, whatever the order in which blocks wait.
TEST(waiting_replay, turns_on_a_line_do_not_jump) {
  model::card_constants constants = test_card();
  constants.polled_store_cycles = 80;
  double before = look_back_ns(300, 8, constants, 10);
  for (std::uint64_t work = 301; work < 340; ++work) {
    const double after = look_back_ns(work, 8, constants, 10);
    EXPECT_NEAR(after, before, 0.02 * before) << work;
    before = after;
  }
}

}  // namespace
}  // namespace warpmark::simt
