#include "simt/instructions/group_registers.hpp"

#include <unordered_map>

#include <fmt/format.h>

#include "simt/execution/kernel_program.hpp"
#include "simt/execution/warp_groups.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/ptx/register_uses.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

void report_in_flight(lane_context& context, const instruction& in, u32 active, bool written,
                      const issued_product& product) {
  if (!context.findings->first_time(finding_kind::unfinished_wgmma, in.site, product.site)) return;
  context.findings->add(
      finding_kind::unfinished_wgmma, in.site, context, active,
      fmt::format("a register of the wgmma at {} is {} before wgmma.wait_group waits for it",
                  place_text(*context.program, product.site), written ? "written" : "read"),
      conflicting_access{product.site, context.block, context.warp, all_lanes});
}

}  // namespace

void execute_watched(lane_context& context, const instruction& in, u32 active) {
  const kernel_program& program = *context.program;
  const watched_instruction& own = program.watched[program.watched_at[in.site]];
  for (const group_register_access& access : own.accesses) {
    const issued_product* pending =
        context.groups->access(context.warp, access, in.site, own.moves);
    if (pending) report_in_flight(context, in, active, access.written, *pending);
  }
  own.execute(context, in, active);
}

// Registers of products have slots of their own (register_uses.hpp, is_asynchronous).
void decoder::watch_group_registers() {
  if (out_.group_products.empty()) return;
  std::unordered_map<u32, u32> index_of;
  const auto number = [&](const std::vector<u32>& slots, std::vector<u32>& to) {
    for (const u32 slot : slots)
      to.push_back(index_of.try_emplace(slot, static_cast<u32>(index_of.size())).first->second);
  };
  for (warp_group_product& product : out_.group_products) {
    number(product.d_slots, product.d_registers);
    number(product.a_slots, product.a_registers);
  }
  out_.group_registers = static_cast<u32>(index_of.size());
  out_.watched_at.resize(out_.code.size());
  for (u32 i = 0; i < out_.code.size(); ++i) {
    const statement& source = *flat_.statements[i].source;
    instruction& in = out_.code[i];
    if (is_asynchronous(source) || in.execute == nullptr) continue;
    watched_instruction watched{.execute = in.execute, .moves = source.opcode == "mov"};
    const bool has_one = has_result(source), fresh = only_writes_result(source);
    for (std::size_t o = 0; o < source.operands.size(); ++o)
      each_register(flat_, i, source.operands[o], [&](u32 which) {
        const auto found = index_of.find(register_slots_[which]);
        if (found == index_of.end()) return;
        const bool result = o == 0 && has_one;
        watched.accesses.push_back({found->second, !result || !fresh, result});
      });
    if (watched.accesses.empty()) continue;
    out_.watched_at[i] = static_cast<u32>(out_.watched.size());
    out_.watched.push_back(std::move(watched));
    in.execute = execute_watched;
  }
}

}  // namespace warpmark::simt
