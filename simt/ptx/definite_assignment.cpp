#include "simt/ptx/definite_assignment.hpp"

#include <algorithm>

#include "simt/ptx/flow_graph.hpp"
#include "simt/ptx/register_uses.hpp"

namespace warpmark::simt {
namespace {

using register_bits = std::vector<std::uint64_t>;

bool is_set(const register_bits& in, std::uint32_t at) { return (in[at / 64] >> (at % 64)) & 1; }
void set_bit(register_bits& in, std::uint32_t at) { in[at / 64] |= std::uint64_t{1} << (at % 64); }

// The registers that are assigned at the begin of a basic block.
struct block_entry {
  register_bits assigned;
  bool reached = false;
};

class assignment_analysis {
 public:
  assignment_analysis(const flat_program& program, const std::vector<flow_node>& flow)
      : program_(program),
        blocks_(find_basic_blocks(program, flow)),
        words_((program.registers.size() + 63) / 64),
        entries_(blocks_.blocks.size()) {}

  std::vector<std::uint32_t> run() {
    for (const flat_root& root : program_.roots)
      if (root.first_statement < blocks_.block_of.size())
        enter(blocks_.block_of[root.first_statement], register_bits(words_));
    while (!open_.empty()) {
      const std::uint32_t at = open_.back();
      open_.pop_back();
      const basic_block& block = blocks_.blocks[at];
      register_bits now = entries_[at].assigned;
      for (std::uint32_t i = block.first; i <= block.last; ++i) note_writes(i, now);
      for (const std::uint32_t next : block.successors) enter(next, now);
    }
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].reached) find_reads(blocks_.blocks[i], entries_[i].assigned);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return found_;
  }

 private:
  // Only registers that are assigned on every path count.
  void enter(std::uint32_t block, const register_bits& assigned) {
    block_entry& into = entries_[block];
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

  void note_writes(std::uint32_t at, register_bits& assigned) const {
    const statement& source = *program_.statements[at].source;
    if (source.guard || !has_result(source)) return;
    each_register(program_, at, source.operands[0],
                  [&](std::uint32_t which) { set_bit(assigned, which); });
  }

  void find_reads(const basic_block& block, register_bits now) {
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const statement& source = *program_.statements[i].source;
      const auto read = [&](std::uint32_t which) {
        if (!is_set(now, which)) found_.push_back(which);
      };
      if (source.guard) each_register(program_, i, *source.guard, read);
      // A result that is written under a guard keeps its old value in other lanes.
      for (std::size_t o = has_result(source) ? 1 : 0; o < source.operands.size(); ++o)
        each_register(program_, i, source.operands[o], read);
      note_writes(i, now);
    }
  }

  const flat_program& program_;
  basic_blocks blocks_;
  std::size_t words_;
  std::vector<block_entry> entries_;
  std::vector<std::uint32_t> open_, found_;
};

}  // namespace

std::vector<std::uint32_t> maybe_unassigned(const flat_program& program,
                                            const std::vector<flow_node>& flow) {
  if (flow.empty()) return {};
  return assignment_analysis(program, flow).run();
}

}  // namespace warpmark::simt
