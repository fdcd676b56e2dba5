#include "simt/ptx/definite_assignment.hpp"

#include <algorithm>
#include <string_view>

namespace warpmark::simt {
namespace {

// Instructions whose first operand is not a result. A name missing here would hide a read.
constexpr std::string_view assigns_nothing[] = {
    "st",     "red",     "bra",      "brx",       "call",          "bar",      "barrier",
    "membar", "fence",   "cp",       "mbarrier",  "nanosleep",     "trap",     "ret",
    "exit",   "discard", "prefetch", "prefetchu", "applypriority", "stmatrix", "setmaxnreg"};

using register_bits = std::vector<std::uint64_t>;

bool is_set(const register_bits& in, std::uint32_t at) { return (in[at / 64] >> (at % 64)) & 1; }
void set_bit(register_bits& in, std::uint32_t at) { in[at / 64] |= std::uint64_t{1} << (at % 64); }

// A basic block: [first, last], and the registers that are assigned at its begin.
struct basic_block {
  std::uint32_t first = 0, last = 0;
  std::vector<std::uint32_t> successors;
  register_bits assigned;
  bool reached = false;
};

class assignment_analysis {
 public:
  assignment_analysis(const flat_program& program, const std::vector<flow_node>& flow)
      : program_(program), flow_(flow), words_((program.registers.size() + 63) / 64) {}

  std::vector<std::uint32_t> run() {
    find_blocks();
    for (const flat_root& root : program_.roots)
      if (root.first_statement < block_of_.size())
        enter(block_of_[root.first_statement], register_bits(words_));
    while (!open_.empty()) {
      const std::uint32_t at = open_.back();
      open_.pop_back();
      register_bits now = blocks_[at].assigned;
      for (std::uint32_t i = blocks_[at].first; i <= blocks_[at].last; ++i) note_writes(i, now);
      for (const std::uint32_t next : blocks_[at].successors) enter(next, now);
    }
    for (const basic_block& block : blocks_)
      if (block.reached) find_reads(block);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return found_;
  }

 private:
  void find_blocks() {
    const auto count = static_cast<std::uint32_t>(flow_.size());
    std::vector<char> leads(count + 1, 0);
    for (const flat_root& root : program_.roots) leads[root.first_statement] = 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const std::uint32_t target : flow_[i].targets) leads[target] = 1;
      if (!flow_[i].targets.empty() || !flow_[i].falls_through) leads[i + 1] = 1;
    }
    block_of_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (leads[i] || i == 0) blocks_.push_back({.first = i});
      blocks_.back().last = i;
      block_of_[i] = static_cast<std::uint32_t>(blocks_.size()) - 1;
    }
    for (basic_block& block : blocks_) {
      const flow_node& end = flow_[block.last];
      for (const std::uint32_t target : end.targets)
        if (target < count) block.successors.push_back(block_of_[target]);
      if (end.falls_through && block.last + 1 < count)
        block.successors.push_back(block_of_[block.last + 1]);
    }
  }

  // Only registers that are assigned on every path count.
  void enter(std::uint32_t block, const register_bits& assigned) {
    basic_block& into = blocks_[block];
    if (!into.reached) {
      into.reached = true;
      into.assigned = assigned;
      open_.push_back(block);
      return;
    }
    bool changed = false;
    for (std::size_t i = 0; i < words_; ++i) {
      const std::uint64_t both = into.assigned[i] & assigned[i];
      changed = changed || both != into.assigned[i];
      into.assigned[i] = both;
    }
    if (changed) open_.push_back(block);
  }

  std::uint32_t index(std::uint32_t statement, const operand& operand) const {
    return program_.frames[program_.statements[statement].frame].first_register + operand.index;
  }

  static bool has_result(const statement& statement) {
    if (statement.operands.empty() || statement.operands[0].what == operand::kind::address)
      return false;
    if ((statement.opcode == "bar" || statement.opcode == "barrier") && statement.has("red"))
      return true;
    return std::find(std::begin(assigns_nothing), std::end(assigns_nothing), statement.opcode) ==
           std::end(assigns_nothing);
  }

  template <class Visit>
  void each_register(std::uint32_t at, const operand& in, Visit&& visit) const {
    if (in.what == operand::kind::reg) visit(index(at, in));
    for (const operand& part : in.parts) each_register(at, part, visit);
  }

  void note_writes(std::uint32_t at, register_bits& assigned) const {
    const statement& source = *program_.statements[at].source;
    if (source.guard || !has_result(source)) return;
    each_register(at, source.operands[0], [&](std::uint32_t which) { set_bit(assigned, which); });
  }

  void find_reads(const basic_block& block) {
    register_bits now = block.assigned;
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const statement& source = *program_.statements[i].source;
      const auto read = [&](std::uint32_t which) {
        if (!is_set(now, which)) found_.push_back(which);
      };
      if (source.guard) each_register(i, *source.guard, read);
      // A result that is written under a guard keeps its old value in other lanes.
      for (std::size_t o = has_result(source) ? 1 : 0; o < source.operands.size(); ++o)
        each_register(i, source.operands[o], read);
      note_writes(i, now);
    }
  }

  const flat_program& program_;
  const std::vector<flow_node>& flow_;
  std::size_t words_;
  std::vector<basic_block> blocks_;
  std::vector<std::uint32_t> block_of_, open_, found_;
};

}  // namespace

std::vector<std::uint32_t> maybe_unassigned(const flat_program& program,
                                            const std::vector<flow_node>& flow) {
  if (flow.empty()) return {};
  return assignment_analysis(program, flow).run();
}

}  // namespace warpmark::simt
