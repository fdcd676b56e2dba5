#include "simt/ptx/flow_graph.hpp"

#include <algorithm>

namespace warpmark::simt {
namespace {

bool always_jumps(const statement& statement) {
  constexpr const char* jumps[] = {"bra", "brx", "ret", "exit", "trap", "brkpt"};
  return std::any_of(std::begin(jumps), std::end(jumps),
                     [&](const char* opcode) { return statement.opcode == opcode; });
}

void add_label(const call_frame& frame, const operand& label, std::vector<std::uint32_t>& targets) {
  if (label.what == operand::kind::label && label.index < frame.positions.size())
    targets.push_back(frame.positions[label.index]);
}

}  // namespace

// A device function's ret jumps to the end of its inlined copy, a guarded call jumps over it.
std::vector<flow_node> flow_graph(const flat_program& program) {
  std::vector<flow_node> nodes(program.statements.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const flat_statement& flat = program.statements[i];
    const statement& source = *flat.source;
    const call_frame& frame = program.frames[flat.frame];
    std::vector<std::uint32_t>& targets = nodes[i].targets;
    if (source.opcode == "bra" && !source.operands.empty()) {
      add_label(frame, source.operands[0], targets);
    } else if (source.opcode == "brx" && source.operands.size() > 1) {
      for (const operand& label : source.operands[1].parts) add_label(frame, label, targets);
    } else if (source.opcode == "call" && flat.call < 0 && source.guard) {
      targets.push_back(*std::upper_bound(frame.positions.begin(), frame.positions.end(), i));
    } else if (source.opcode == "ret" && program.roots[frame.root].frame != flat.frame) {
      targets.push_back(frame.positions.back());
    }
    nodes[i].falls_through = !always_jumps(source) || source.guard.has_value();
  }
  return nodes;
}

basic_blocks find_basic_blocks(const flat_program& program, const std::vector<flow_node>& flow) {
  const auto count = static_cast<std::uint32_t>(flow.size());
  std::vector<char> leads(count + 1, 0);
  for (const flat_root& root : program.roots) leads[root.first_statement] = 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const std::uint32_t target : flow[i].targets) leads[target] = 1;
    if (!flow[i].targets.empty() || !flow[i].falls_through) leads[i + 1] = 1;
  }
  basic_blocks result;
  result.block_of.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (leads[i] || i == 0) result.blocks.push_back({.first = i});
    result.blocks.back().last = i;
    result.block_of[i] = static_cast<std::uint32_t>(result.blocks.size()) - 1;
  }
  for (basic_block& block : result.blocks) {
    const flow_node& end = flow[block.last];
    for (const std::uint32_t target : end.targets)
      if (target < count) block.successors.push_back(result.block_of[target]);
    if (end.falls_through && block.last + 1 < count)
      block.successors.push_back(result.block_of[block.last + 1]);
  }
  return result;
}

}  // namespace warpmark::simt
