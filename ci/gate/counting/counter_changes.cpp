#include "ci/gate/counting/counter_changes.hpp"

#include <set>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

std::uint64_t count_of(const counters_by_name& counters, const std::string& name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

// Per request, in both; 0 where there are no requests.
struct per_request {
  double base = 0, head = 0;
  bool grew() const { return head > base; }
};

per_request share(const std::string& counter, const std::string& requests,
                  const counters_by_name& base, const counters_by_name& head) {
  const auto of = [&](const counters_by_name& counters) {
    const auto count = count_of(counters, requests);
    return count == 0 ? 0 : double(count_of(counters, counter)) / double(count);
  };
  return {of(base), of(head)};
}

// "global_load" of "global_load_sectors".
std::string without_last_word(const std::string& counter) {
  return counter.substr(0, counter.rfind('_'));
}

std::string cause_of_sectors(const std::string& counter, const counters_by_name& base,
                             const counters_by_name& head) {
  const auto per_request = share(counter, without_last_word(counter) + "_requests", base, head);
  if (!per_request.grew()) return "more requests of as many sectors: more traffic";
  if (counter.starts_with("local"))
    return fmt::format("{:.1f} sectors per request, {:.1f} before", per_request.head,
                       per_request.base);
  if (per_request.base == 0) return "accesses that were not there before";
  return fmt::format("uncoalesced: {:.1f} sectors per request, {:.1f} before", per_request.head,
                     per_request.base);
}

std::string cause_of_wavefronts(const std::string& counter, const counters_by_name& base,
                                const counters_by_name& head) {
  const std::string access = without_last_word(counter);
  const auto ideal = share(counter, access + "_ideal_wavefronts", base, head);
  if (ideal.grew() && ideal.head > 1)
    return fmt::format("bank conflicts: {:.1f} wavefronts where 1 would do, {:.1f} before",
                       ideal.head, ideal.base);
  return "more accesses to shared memory";
}

// By the end of the counter's name, for counters without a rule above.
struct cause_row {
  const char* ending;
  const char* cause;
};

constexpr cause_row cause_rows[] = {
    {"block_barriers", "blocks wait for all their threads more often"},
    {"barriers", "more barriers: warps wait for the others of their block more often"},
    {"longest_warp_instructions", "the longest chain of instructions of a warp is longer"},
    {"warp_instructions", "more instructions are issued"},
    {"thread_instructions", "threads execute more instructions"},
    {"divergent_branches", "divergence: more branches that lanes of a warp take both ways"},
    {"branches", "more branches are issued"},
    {"atomic_lanes", "more threads use atomics"},
    {"atomic_serialisation", "more lanes of a request use one address and are serialised"},
    {"atomic_requests", "more atomics are issued"},
    {"hottest_requests", "the address that is used most is used more"},
    {"hottest_lanes", "the address that is used most is used more"},
    {"local_load_requests", "more loads from local memory: arrays or calls, not registers"},
    {"local_store_requests", "more stores to local memory: arrays or calls, not registers"},
    {"global_load_requests", "global memory is read by more instructions"},
    {"global_store_requests", "global memory is written by more instructions"},
    {"shared_load_requests", "shared memory is read by more instructions"},
    {"shared_store_requests", "shared memory is written by more instructions"},
    {"unique_bytes", "more distinct memory is accessed: the compulsory traffic grows"},
    {"unique_sectors", "more distinct memory is accessed: the compulsory traffic grows"},
    {"fences", "more fences: memory operations wait for earlier ones"},
    {"launches", "more kernels are launched, each of which costs microseconds"}};

}  // namespace

std::string cause_of_growth(const std::string& counter, const counters_by_name& base,
                            const counters_by_name& head) {
  if (counter.ends_with("_ideal_wavefronts")) return "";
  if (counter.ends_with("_wavefronts")) return cause_of_wavefronts(counter, base, head);
  if (counter.ends_with("_sectors") && !counter.ends_with("unique_sectors"))
    return cause_of_sectors(counter, base, head);
  for (const auto& row : cause_rows)
    if (counter.ends_with(row.ending)) return row.cause;
  return "";
}

std::vector<change> counter_changes(const counters_by_name& base, const counters_by_name& head) {
  std::set<std::string> names;
  for (const auto* counters : {&base, &head})
    for (const auto& counter : *counters) names.insert(counter.first);
  std::vector<change> changes;
  for (const auto& name : names) {
    const auto before = count_of(base, name), after = count_of(head, name);
    if (before == after) continue;
    changes.push_back({.quantity = name,
                       .unit = name.ends_with("_bytes") ? "B" : "",
                       .base = double(before),
                       .head = double(after),
                       .why = after > before ? cause_of_growth(name, base, head) : ""});
  }
  return changes;
}

}  // namespace warpmark::gate
