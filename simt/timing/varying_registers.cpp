#include "simt/timing/varying_registers.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpmark::simt {
namespace {

constexpr std::array<std::string_view, 8> of_block = {
    "%ctaid", "%nctaid", "%ntid", "%clusterid", "%nclusterid", "%cluster_", "%gridid", "%nsmid"};

bool depends_on_thread(const operand& from) {
  if (from.what == operand::kind::special)
    return std::none_of(of_block.begin(), of_block.end(),
                        [&](std::string_view name) { return from.name.starts_with(name); });
  return std::any_of(from.parts.begin(), from.parts.end(), depends_on_thread);
}

// Its results differ between lanes even if its operands do not.
bool makes_differences(const statement& statement) {
  const std::string& op = statement.opcode;
  if (op == "ld") return !statement.has("param") && !statement.has("param::entry");
  if (op == "atom" || op == "shfl" || op == "tex" || op == "call") return true;
  return std::any_of(statement.operands.begin(), statement.operands.end(), depends_on_thread);
}

}  // namespace

std::vector<bool> varying_registers(const flat_program& program,
                                    const std::vector<instruction_timing>& timings) {
  std::vector<bool> varies(program.registers.size());
  // Loops carry differences back to statements that were seen before.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < timings.size(); ++i) {
      const instruction_timing& timing = timings[i];
      const bool differs = makes_differences(*program.statements[i].source) ||
                           std::any_of(timing.reads.begin(), timing.reads.end(),
                                       [&](std::uint32_t from) { return varies[from]; });
      if (!differs) continue;
      for (const std::uint32_t to : timing.writes) {
        changed = changed || !varies[to];
        varies[to] = true;
      }
    }
  }
  return varies;
}

}  // namespace warpmark::simt
