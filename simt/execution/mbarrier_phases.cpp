#include "simt/execution/mbarrier_phases.hpp"

namespace warpmark::simt {

void mbarrier_phases::initialise(const std::byte* barrier, std::uint32_t site, user by) {
  record& begun = records_[barrier] = {};
  begun.begin = {site, by};
  begun.synchronisations = synchronisations_;
}

const mbarrier_phases::initialisation* mbarrier_phases::unseen(const std::byte* barrier,
                                                               user by) const {
  const auto found = records_.find(barrier);
  if (found == records_.end() || found->second.begin.by == by ||
      found->second.synchronisations != synchronisations_)
    return nullptr;
  return &found->second.begin;
}

void mbarrier_phases::arrive(const std::byte* barrier, user by, published_clocks clocks) {
  const auto found = records_.find(barrier);
  if (clocks.known && found != records_.end()) found->second.arrived[by] = std::move(clocks);
}

void mbarrier_phases::complete(const std::byte* barrier) {
  const auto found = records_.find(barrier);
  if (found == records_.end()) return;
  record& at = found->second;
  ++at.phases;
  // A warp's later clock covers its earlier ones.
  for (auto& [by, clocks] : at.arrived) at.published[by] = std::move(clocks);
  at.arrived.clear();
}

const std::map<mbarrier_phases::user, published_clocks>& mbarrier_phases::published(
    const std::byte* barrier) const {
  static const std::map<user, published_clocks> none;
  const auto found = records_.find(barrier);
  return found == records_.end() ? none : found->second.published;
}

std::uint64_t mbarrier_phases::poll(const std::byte* barrier, user by, bool parity, bool passed) {
  const auto found = records_.find(barrier);
  if (found == records_.end()) return 0;
  record& at = found->second;
  if (passed) {
    at.polls.erase({by, parity});
    return 0;
  }
  const auto [first, added] = at.polls.try_emplace({by, parity}, at.phases);
  return added ? 0 : at.phases - first->second;
}

}  // namespace warpmark::simt
