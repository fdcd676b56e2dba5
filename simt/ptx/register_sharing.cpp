#include "simt/ptx/register_sharing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <queue>

#include "simt/ptx/flow_graph.hpp"
#include "simt/ptx/register_uses.hpp"

// Linear scan (Poletto and Sarkar 1999) over the ranges of statements in which registers are live.

namespace warpmark::simt {
namespace {

using register_bits = std::vector<std::uint64_t>;

template <class Visit>
void each_bit(const register_bits& in, Visit&& visit) {
  for (std::size_t word = 0; word < in.size(); ++word)
    for (std::uint64_t rest = in[word]; rest != 0; rest &= rest - 1)
      visit(static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_zero(rest))));
}

// The first and last statement at which a register is live.
struct live_range {
  std::uint32_t first = ~std::uint32_t{0}, last = 0;
  bool empty() const { return first > last; }
  void include(std::uint32_t at) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
};

class liveness {
 public:
  liveness(const flat_program& program, const std::vector<flow_node>& flow)
      : program_(program),
        graph_(find_basic_blocks(program, flow)),
        words_((program.registers.size() + 63) / 64),
        live_in_(graph_.blocks.size(), register_bits(words_)),
        ranges_(program.registers.size()),
        guards_jump_(program.registers.size()) {}

  std::vector<live_range> run() {
    find_jump_guards();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t at = graph_.blocks.size(); at-- > 0;) changed = update(at) || changed;
    }
    for (std::size_t at = 0; at < graph_.blocks.size(); ++at) add_ranges(at);
    return std::move(ranges_);
  }

 private:
  register_bits live_out(std::size_t at) const {
    register_bits live(words_);
    for (const std::uint32_t next : graph_.blocks[at].successors)
      for (std::size_t i = 0; i < words_; ++i) live[i] |= live_in_[next][i];
    return live;
  }

  // Whether more is live at the begin of the block than was known.
  bool update(std::size_t at) {
    const basic_block& block = graph_.blocks[at];
    register_bits live = live_out(at);
    for (std::uint32_t i = block.last + 1; i-- > block.first;) {
      const statement& source = *program_.statements[i].source;
      const bool writes = only_writes_result(source);
      if (writes)
        each_register(program_, i, source.operands[0], [&](std::uint32_t which) {
          live[which / 64] &= ~(std::uint64_t{1} << (which % 64));
        });
      const auto read = [&](std::uint32_t which) {
        live[which / 64] |= std::uint64_t{1} << (which % 64);
      };
      if (source.guard) each_register(program_, i, *source.guard, read);
      for (std::size_t o = writes ? 1 : 0; o < source.operands.size(); ++o)
        each_register(program_, i, source.operands[o], read);
    }
    if (live == live_in_[at]) return false;
    live_in_[at] = std::move(live);
    return true;
  }

  void add_ranges(std::size_t at) {
    const basic_block& block = graph_.blocks[at];
    each_bit(live_in_[at], [&](std::uint32_t which) { ranges_[which].include(block.first); });
    each_bit(live_out(at), [&](std::uint32_t which) { ranges_[which].include(block.last); });
    const auto end = static_cast<std::uint32_t>(program_.statements.size());
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const statement& source = *program_.statements[i].source;
      const bool stays = keeps_registers(i);
      const auto use = [&](std::uint32_t which) {
        ranges_[which].include(stays ? 0 : i);
        ranges_[which].include(stays ? end : i);
      };
      if (source.guard) each_register(program_, i, *source.guard, use);
      for (const operand& operand : source.operands) each_register(program_, i, operand, use);
    }
  }

  // Guards of jumps, and what is compared for them, are looked at while loops run
  // (loop_forecast.hpp).
  void find_jump_guards() {
    for (std::uint32_t i = 0; i < program_.statements.size(); ++i) {
      const statement& source = *program_.statements[i].source;
      if (source.guard && is_jump(source))
        each_register(program_, i, *source.guard,
                      [&](std::uint32_t which) { guards_jump_[which] = true; });
    }
  }
  static bool is_jump(const statement& source) {
    return source.opcode == "bra" || source.opcode == "exit" || source.opcode == "ret";
  }
  bool keeps_registers(std::uint32_t at) const {
    const statement& source = *program_.statements[at].source;
    bool keeps = is_asynchronous(source) || is_jump(source);
    if (source.opcode == "setp" && !source.operands.empty())
      each_register(program_, at, source.operands[0],
                    [&](std::uint32_t which) { keeps = keeps || guards_jump_[which]; });
    return keeps;
  }

  const flat_program& program_;
  basic_blocks graph_;
  std::size_t words_;
  std::vector<register_bits> live_in_;
  std::vector<live_range> ranges_;
  std::vector<bool> guards_jump_;
};

// Predicates have a bit per lane, so they share slots with each other only.
enum class slot_kind { predicate, bytes_4, bytes_8, bytes_16, count };

slot_kind kind_of(scalar_type type) {
  if (type == scalar_type::pred) return slot_kind::predicate;
  const unsigned bytes = register_bytes(type);
  return bytes == 16 ? slot_kind::bytes_16 : bytes == 8 ? slot_kind::bytes_8 : slot_kind::bytes_4;
}

class slot_pool {
 public:
  explicit slot_pool(std::vector<unsigned>& widths) : widths_(widths) {}

  std::uint32_t take(scalar_type type) {
    auto& free = free_of(type);
    if (free.empty()) {
      widths_.push_back(register_bytes(type));
      return static_cast<std::uint32_t>(widths_.size()) - 1;
    }
    const std::uint32_t slot = free.back();
    free.pop_back();
    return slot;
  }
  void give_back(std::uint32_t slot, scalar_type type) { free_of(type).push_back(slot); }

 private:
  std::vector<std::uint32_t>& free_of(scalar_type type) {
    return free_[static_cast<std::size_t>(kind_of(type))];
  }

  std::vector<unsigned>& widths_;
  std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(slot_kind::count)> free_;
};

}  // namespace

shared_registers share_registers(const flat_program& program, const std::vector<flow_node>& flow) {
  shared_registers result;
  result.slot_of.resize(program.registers.size());
  slot_pool slots(result.widths);
  // The registers of a function that is called are live while its caller's are.
  if (program.roots.size() > 1 || flow.empty()) {
    for (std::uint32_t which = 0; which < program.registers.size(); ++which)
      result.slot_of[which] = slots.take(program.registers[which]);
    return result;
  }
  const std::vector<live_range> ranges = liveness(program, flow).run();
  std::vector<std::uint32_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return ranges[a].first < ranges[b].first;
  });
  const auto ends_later = [&](std::uint32_t a, std::uint32_t b) {
    return ranges[a].last > ranges[b].last;
  };
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(ends_later)> live(
      ends_later);
  for (const std::uint32_t which : order) {
    if (ranges[which].empty()) continue;
    // A result does not share with an operand of the same statement.
    while (!live.empty() && ranges[live.top()].last < ranges[which].first) {
      slots.give_back(result.slot_of[live.top()], program.registers[live.top()]);
      live.pop();
    }
    result.slot_of[which] = slots.take(program.registers[which]);
    live.push(which);
  }
  return result;
}

}  // namespace warpmark::simt
