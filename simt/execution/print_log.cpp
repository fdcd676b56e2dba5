#include "simt/execution/print_log.hpp"

#include <algorithm>

#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {
namespace {

constexpr std::size_t max_text = 1 << 20;
constexpr const char* cut_mark = "… (this block printed more)\n";

}  // namespace

void print_log::add(std::uint64_t block, const std::string& text) {
  // Few blocks run at the same time, and the latest one is the most likely.
  auto found = std::find_if(entries_.rbegin(), entries_.rend(),
                            [&](const entry& record) { return record.block == block; });
  if (found == entries_.rend()) {
    entries_.push_back({block, {}});
    found = entries_.rbegin();
  }
  if (found->text.size() > max_text) return;
  charge_launch(text.size());
  found->text += text;
  if (found->text.size() > max_text) found->text += cut_mark;
}

std::string merge_prints(const std::vector<const print_log*>& logs, std::uint64_t last) {
  std::vector<const print_log::entry*> all;
  for (const print_log* log : logs)
    for (const auto& entry : log->entries())
      if (entry.block <= last) all.push_back(&entry);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->block < b->block; });
  std::string result;
  for (const auto* item : all) result += item->text;
  return result;
}

}  // namespace warpmark::simt
