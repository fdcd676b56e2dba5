#include <bit>

#include <fmt/format.h>

#include "simt/execution/kernel_program.hpp"
#include "simt/memory/race_watch.hpp"

// The messages about races.

namespace warpmark::simt {
namespace {

constexpr const char* verbs[] = {"reads", "writes", "updates"};

const char* reason(finding_kind kind, bool same_block, bool waits) {
  if (waits)
    return kind == finding_kind::missing_syncwarp
               ? "nothing synchronises these lanes after the wait for that copy"
               : "there is no barrier after the wait for that copy";
  switch (kind) {
    case finding_kind::missing_syncwarp:
      return "nothing synchronises these lanes of the warp in between";
    case finding_kind::write_conflict:
      return "lanes of one instruction write different values";
    case finding_kind::shared_race:
      return "there is no barrier in between";
    default:
      return same_block ? "there is no barrier in between"
                        : "no fence and flag, barrier or launch orders the two blocks";
  }
}

}  // namespace

conflicting_access race_watch::place_of(const conflict& found, state_space space) const {
  return {found.other.site(),
          space == state_space::shared ? block_ : history_->interval(found.other.time).block,
          found.other.warp(), 1u << found.other.lane()};
}

finding_kind race_watch::kind_of(const lane_context& context, const conflicting_access& other,
                                 state_space space) const {
  if (other.block == block_ && other.warp == context.warp) return finding_kind::missing_syncwarp;
  return space == state_space::shared ? finding_kind::shared_race : finding_kind::global_race;
}

void race_watch::report(lane_context& context, const instruction& in, const simt::access& access,
                        const conflict& found) {
  const conflicting_access other = place_of(found, access.space);
  const auto first = static_cast<unsigned>(std::countr_zero(found.lanes));
  finding_kind kind = kind_of(context, other, access.space);
  const std::uint64_t address = access.address[first];
  // A lower lane wrote the same address in the same instruction.
  const unsigned before = found.other.lane();
  if (kind == finding_kind::missing_syncwarp && access.kind == access_kind::store &&
      other.site == in.site && before < first && ((access.active >> before) & 1) &&
      access.address[before] - address + access.size - 1 < 2 * access.size - 1)
    kind = finding_kind::write_conflict;
  if (!context.findings->first_time(kind, in.site, other.site)) return;
  const bool shared = access.space == state_space::shared;
  const bool same_block = other.block == block_;
  const std::string here = fmt::format("lane {} {} {} bytes of {} memory at {:#x}", first,
                                       verbs[static_cast<int>(access.kind)], access.size,
                                       shared ? "shared" : "global", address);
  const std::string there =
      fmt::format("{}lane {} of warp {}{}", found.other.several() ? "several lanes up to " : "",
                  before, other.warp, same_block ? "" : fmt::format(" of block {}", other.block));
  const auto& code = context.program->code;
  const bool waits = shared && other.site < code.size() && code[other.site].copies_later;
  const std::string where = shared ? "" : " (" + context.global->describe(address) + ")";
  context.findings->add(
      kind, in.site, context, found.lanes,
      fmt::format("{}{} that {} accessed: {}", here, where, there, reason(kind, same_block, waits)),
      other);
}

void race_watch::confirm(lane_context& context, const instruction& in, const simt::access& access,
                         unsigned lane) {
  report(context, in, access, {contesting_[lane], 1u << lane});
}

}  // namespace warpmark::simt
