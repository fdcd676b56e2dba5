#include "simt/timing/load_schedule.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string_view>

#include "simt/timing/machine_instruction.hpp"

namespace warpmark::simt {
namespace {

constexpr int first_architecture = 70;

bool is_load(operation what) {
  return what == operation::ld || what == operation::ldg || what == operation::lds;
}

bool ends_block(operation what) {
  switch (what) {
    case operation::bar:
    case operation::bsync:
    case operation::call_absolute:
    case operation::call_relative:
    case operation::bra:
    case operation::brx:
    case operation::exit:
    case operation::ret:
      return true;
    default:
      return false;
  }
}

std::vector<machine_instruction> instructions_of(std::span<const char> code) {
  std::vector<machine_instruction> result;
  for (std::size_t at = 0; at + instruction_bytes <= code.size(); at += instruction_bytes)
    result.emplace_back(code.data() + at);
  return result;
}

/// The jumps of the code, from and to the index of an instruction.
std::vector<std::pair<std::size_t, std::size_t>> jumps_of(
    const std::vector<machine_instruction>& code, int architecture) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].what() != operation::bra) continue;
    const std::size_t to = code[i].target(i, architecture);
    if (to < code.size()) result.emplace_back(i, to);
  }
  return result;
}

/// Accesses of local memory by line, and the pieces of code of each line.
class spills_by_line {
 public:
  void add(int line, std::uint32_t block, const machine_instruction& in) {
    of_line& of = lines_[line];
    if (of.blocks.empty() || of.blocks.back() != block) of.blocks.push_back(block);
    const auto words = static_cast<float>(in.words());
    if (in.what() == operation::stl) of.spill.stored_words += words;
    if (in.what() == operation::ldl) of.spill.loaded_words += words;
    if (in.what() == operation::stl || in.what() == operation::ldl) ++of.spill.instructions;
  }
  std::vector<machine_spill> means() {
    std::vector<machine_spill> result;
    for (auto& [line, of] : lines_) {
      if (of.spill.instructions == 0) continue;
      std::sort(of.blocks.begin(), of.blocks.end());
      const auto blocks =
          static_cast<float>(std::unique(of.blocks.begin(), of.blocks.end()) - of.blocks.begin());
      result.push_back({line, of.spill.stored_words / blocks, of.spill.loaded_words / blocks,
                        of.spill.instructions / blocks});
    }
    return result;
  }

 private:
  struct of_line {
    std::vector<std::uint32_t> blocks;
    machine_spill spill;
  };
  std::map<int, of_line> lines_;
};

/// The loads of a block that have been issued and not been waited for.
class loads_in_flight {
 public:
  explicit loads_in_flight(load_schedule& schedule) : schedule_(schedule) {}

  void begin_block() {
    waits_ = 0;
    for (auto& loads : by_counter_) loads.clear();
  }
  void wait_for(unsigned counters) {
    bool any = false;
    for (unsigned counter = 0; counter < by_counter_.size(); ++counter)
      any = any || ((counters >> counter & 1) != 0 && !by_counter_[counter].empty());
    if (!any) return;
    ++waits_;
    for (unsigned counter = 0; counter < by_counter_.size(); ++counter) {
      if ((counters >> counter & 1) == 0) continue;
      for (const std::size_t load : by_counter_[counter])
        schedule_.loads[load].order.awaited_by = waits_;
      by_counter_[counter].clear();
    }
  }
  void issue(int line, std::uint32_t block, unsigned counter) {
    if (counter < by_counter_.size()) by_counter_[counter].push_back(schedule_.loads.size());
    schedule_.loads.push_back({line, block, {.after = waits_}});
  }

 private:
  load_schedule& schedule_;
  std::uint32_t waits_ = 0;
  std::array<std::vector<std::size_t>, 6> by_counter_;
};

bool is_plain_load(const statement& statement) {
  return statement.opcode == "ld" || statement.opcode == "ldu";
}

/// Machine loads by line.
using loads_by_line = std::map<int, std::vector<const machine_load*>>;

// A load may have copies in several blocks: the assembler peels iterations off a loop, and what is
// left of an unrolled one. The copy that is executed most is in the innermost loop, and where most
// copies are.
std::uint32_t main_block(const std::vector<const machine_load*>& loads,
                         const load_schedule& schedule) {
  std::map<std::uint32_t, std::size_t> copies;
  for (const machine_load* load : loads) ++copies[load->block];
  return std::max_element(copies.begin(), copies.end(),
                          [&](const auto& a, const auto& b) {
                            return std::pair(a.second, schedule.loop_depth[a.first]) <
                                   std::pair(b.second, schedule.loop_depth[b.first]);
                          })
      ->first;
}

// Local variables are accessed by statements of their own.
bool may_access_variables(const statement& source) {
  return source.opcode == "ld" || source.opcode == "ldu" || source.opcode == "st";
}

void apply_spills(const std::vector<machine_spill>& spills, const flat_program& program,
                  std::vector<instruction_timing>& timings) {
  for (std::size_t i = 0; i < timings.size(); ++i) {
    const statement& source = *program.statements[i].source;
    const auto found = std::lower_bound(
        spills.begin(), spills.end(), source.ptx_line,
        [](const machine_spill& spill, int line) { return spill.ptx_line < line; });
    if (found == spills.end() || found->ptx_line != source.ptx_line) continue;
    if (may_access_variables(source) && program.roots[0].frame_bytes != 0) continue;
    timings[i].spill_stores = found->stored_words;
    timings[i].spill_loads = found->loaded_words;
    timings[i].spill_issues = found->instructions;
  }
}

// A jump back over loads that have several copies each closes a loop that was unrolled so often.
void find_unrolled_loops(const flat_program& program, std::vector<instruction_timing>& timings) {
  std::vector<bool> is_taken(timings.size());  // By an inner loop.
  for (std::size_t i = 0; i < timings.size(); ++i) {
    const flat_statement& jump = program.statements[i];
    if (jump.source->opcode != "bra" || jump.source->operands.empty()) continue;
    const operand& label = jump.source->operands[0];
    if (label.what != operand::kind::label) continue;
    const std::size_t target = program.frames[jump.frame].positions[label.index];
    if (target > i) continue;
    std::size_t copies = 1;
    for (std::size_t body = target; body < i; ++body)
      if (!is_taken[body]) copies = std::max(copies, timings[body].copies.size());
    for (std::size_t body = target; body < i; ++body) {
      if (is_taken[body]) continue;
      is_taken[body] = true;
      timings[body].spill_stores /= static_cast<float>(copies);
      timings[body].spill_loads /= static_cast<float>(copies);
      timings[body].spill_issues /= static_cast<float>(copies);
    }
    timings[i].unrolled = static_cast<std::uint32_t>(copies);
  }
}

}  // namespace

load_schedule read_load_schedule(std::span<const char> code, int architecture,
                                 const std::vector<ptx_line_row>& lines) {
  load_schedule schedule;
  if (architecture < first_architecture) return schedule;
  const auto instructions = instructions_of(code);
  const auto jumps = jumps_of(instructions, architecture);
  if (!lines.empty()) schedule.jumps = read_machine_jumps(instructions, architecture, lines);
  std::vector<bool> is_target(instructions.size());
  for (const auto& [from, to] : jumps) is_target[to] = true;
  std::vector<std::int32_t> loops(instructions.size() + 1);  // Begins less ends.
  for (const auto& [from, to] : jumps)
    if (to < from) ++loops[to], --loops[from + 1];
  loads_in_flight in_flight(schedule);
  spills_by_line spills;
  bool begins = true;
  std::int32_t depth = 0;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const machine_instruction& in = instructions[i];
    depth += loops[i];
    if (begins || is_target[i]) {
      in_flight.begin_block();
      schedule.loop_depth.push_back(static_cast<std::uint32_t>(depth));
    }
    in_flight.wait_for(in.waits_for());
    const int line = line_at(lines, i * instruction_bytes);
    const auto block = static_cast<std::uint32_t>(schedule.loop_depth.size() - 1);
    if (is_load(in.what())) in_flight.issue(line, block, in.counter());
    spills.add(line, block, in);
    begins = ends_block(in.what());
  }
  schedule.spills = spills.means();
  return schedule;
}

void apply_load_schedule(const load_schedule& schedule, const flat_program& program,
                         std::vector<instruction_timing>& timings) {
  if (schedule.jumps) apply_machine_jumps(*schedule.jumps, program, timings);
  apply_spills(schedule.spills, program, timings);
  loads_by_line by_line;
  for (const machine_load& load : schedule.loads) by_line[load.ptx_line].push_back(&load);
  std::size_t found = 0;
  for (std::size_t i = 0; i < timings.size(); ++i) {
    const statement& source = *program.statements[i].source;
    const auto loads = by_line.find(source.ptx_line);
    if (!is_plain_load(source) || loads == by_line.end()) continue;
    instruction_timing& timing = timings[i];
    timing.code_block = main_block(loads->second, schedule);
    for (const machine_load* load : loads->second)
      if (load->block == timing.code_block) timing.copies.push_back(load->order);
    found += loads->second.size();
  }
  if (2 * found < schedule.loads.size()) {
    for (instruction_timing& timing : timings) {
      timing.copies.clear();
      timing.spill_stores = timing.spill_loads = timing.spill_issues = 0;
    }
    return;
  }
  find_unrolled_loops(program, timings);
}

}  // namespace warpmark::simt
