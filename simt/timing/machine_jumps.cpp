#include "simt/timing/machine_jumps.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace warpmark::simt {
namespace {

// A jump over another jump is the other half of a condition.
constexpr std::size_t over_one_jump = 2;

constexpr std::size_t max_hops = 8;  // Jumps that only go on to others are rarely in a row.

bool is_jump(const statement& source) {
  return source.opcode == "bra" && !source.operands.empty() &&
         source.operands[0].what == operand::kind::label;
}

/// The blocks of a flat program: pieces that are entered at their begin and left at their end.
class program_blocks {
 public:
  explicit program_blocks(const flat_program& program)
      : program_(program), end_(program.statements.size()) {
    std::vector<bool> begins(program.statements.size() + 1);
    for (std::size_t i = 0; i < program.statements.size(); ++i) {
      const statement& source = *program.statements[i].source;
      first_at_line_.try_emplace(source.ptx_line, i);
      if (!is_jump(source)) continue;
      begins[i + 1] = true;
      begins[target(i)] = true;
    }
    std::size_t end = end_.size();
    for (std::size_t i = end_.size(); i-- > 0;) {
      end_[i] = end;
      if (begins[i]) end = i;
    }
  }

  std::size_t target(std::size_t jump) const {
    const flat_statement& from = program_.statements[jump];
    return program_.frames[from.frame].positions[from.source->operands[0].index];
  }

  std::optional<std::size_t> at_line(int line) const {
    const auto found = first_at_line_.find(line);
    if (found == first_at_line_.end()) return std::nullopt;
    return found->second;
  }

  /// Whether a path that begins at `from` comes by `at` before it reaches another block with code.
  bool leads_to(std::size_t from, std::size_t at) const {
    const std::size_t size = program_.statements.size();
    for (std::size_t hops = 0; from < size && hops < max_hops; ++hops) {
      const statement& source = *program_.statements[from].source;
      if (!is_jump(source) || source.guard) break;
      if (from == at) return true;
      from = target(from);
    }
    return from < size && at >= from && at < end_[from];
  }

 private:
  const flat_program& program_;
  std::vector<std::size_t> end_;  // Of the block of each statement.
  std::map<int, std::size_t> first_at_line_;
};

// What a jump goes to in the end. Where lanes meet, and further jumps, have lines of other blocks.
std::size_t final_target(const std::vector<machine_instruction>& code, std::size_t at,
                         int architecture) {
  for (std::size_t hops = 0; hops < max_hops && at < code.size(); ++hops) {
    if (code[at].what() == operation::bsync)
      ++at;
    else if (code[at].what() == operation::bra && code[at].is_unconditional())
      at = code[at].target(at, architecture);
    else
      break;
  }
  return at;
}

// Whether the machine code jumps where PTX goes on: of a conditional jump at `site`, to `line`.
bool is_turned_around(const program_blocks& blocks, std::size_t site, int line) {
  const auto to = blocks.at_line(line);
  return to && !blocks.leads_to(blocks.target(site), *to) && blocks.leads_to(site + 1, *to);
}

}  // namespace

std::vector<machine_jump> read_machine_jumps(const std::vector<machine_instruction>& code,
                                             int architecture,
                                             const std::vector<ptx_line_row>& lines) {
  std::vector<machine_jump> result;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const machine_instruction& in = code[i];
    if (in.what() == operation::bssy)
      result.push_back({machine_jump::kind::region, line_at(lines, i * instruction_bytes), 0});
    if (in.what() != operation::bra) continue;
    const std::size_t to = in.target(i, architecture);
    if (to == i) continue;  // what follows the code
    const bool always = in.is_unconditional();
    result.push_back({always ? machine_jump::kind::unconditional : machine_jump::kind::conditional,
                      line_at(lines, i * instruction_bytes),
                      line_at(lines, final_target(code, to, architecture) * instruction_bytes)});
  }
  return result;
}

void apply_machine_jumps(const std::vector<machine_jump>& jumps, const flat_program& program,
                         std::vector<instruction_timing>& timings) {
  const program_blocks blocks(program);
  std::map<int, const machine_jump*> by_line;
  std::size_t conditional = 0, found = 0;
  for (const machine_jump& jump : jumps) {
    if (jump.what == machine_jump::kind::region) continue;
    by_line.try_emplace(jump.ptx_line, &jump);
    if (jump.what != machine_jump::kind::conditional) continue;
    ++conditional;
    const auto at = blocks.at_line(jump.ptx_line);
    found += at && is_jump(*program.statements[*at].source);
  }
  if (2 * found < conditional) return;  // the lines are those of another text
  for (std::size_t i = 0; i < timings.size(); ++i) {
    const statement& source = *program.statements[i].source;
    if (!is_jump(source)) continue;
    instruction_timing& timing = timings[i];
    const auto jump = by_line.find(source.ptx_line);
    // A loop that is not jumped back in at this line may be turned to end by another jump.
    if (jump == by_line.end() && blocks.target(i) <= i) continue;
    // What is not plain, such as copies and votes, keeps its order also if it is predicated.
    if (jump == by_line.end() && source.guard && !timing.guards &&
        blocks.target(i) > i + over_one_jump)
      continue;
    timing.guards = false;
    if (jump == by_line.end())
      timing.jumps = source.guard ? machine_step::predicate : machine_step::none;
    else if (source.guard && is_turned_around(blocks, i, jump->second->target_line))
      timing.jumps = machine_step::jump_if_not;
    else
      timing.jumps = machine_step::jump_if;
    timing.issues = jump == by_line.end() ? 0 : 1;
  }
  for (const machine_jump& jump : jumps) {
    const auto at = blocks.at_line(jump.ptx_line);
    if (!at) continue;
    if (jump.what == machine_jump::kind::region)
      timings[*at].opens_region = true;
    else if (jump.what == machine_jump::kind::unconditional &&
             !is_jump(*program.statements[*at].source))
      timings[*at].jumps = machine_step::jump_if;
  }
}

}  // namespace warpmark::simt
