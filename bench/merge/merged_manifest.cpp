#include "bench/merge/merged_manifest.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/merge/names.hpp"

namespace warpmark::journal {
namespace {

std::vector<const merged_part*> by_age(const std::vector<merged_part>& parts) {
  std::vector<const merged_part*> order;
  for (const auto& part : parts) order.push_back(&part);
  std::sort(order.begin(), order.end(), [](const auto* one, const auto* other) {
    return std::tuple(one->started_at(), one->identity()) <
           std::tuple(other->started_at(), other->identity());
  });
  return order;
}

// Each with its ceilings, by name and UUID; of a card that several parts have, the newest's.
std::vector<json> cards_of(const std::vector<const merged_part*>& oldest_first) {
  std::vector<std::pair<std::pair<std::string, std::string>, json>> cards;
  const auto take = [&](json card) {
    const std::pair id(card.value("name", ""), card.value("uuid", json()).dump());
    const auto known = std::find_if(cards.begin(), cards.end(),
                                    [&](const auto& entry) { return entry.first == id; });
    if (known == cards.end())
      cards.emplace_back(id, std::move(card));
    else
      known->second = std::move(card);
  };
  for (const auto* part : oldest_first) {
    if (const auto several = part->manifest.find("cards"); several != part->manifest.end()) {
      for (const auto& card : *several) take(card);
      continue;
    }
    json card = part->manifest.value("card", json::object());
    if (const auto ceilings = part->manifest.find("ceilings"); ceilings != part->manifest.end())
      card["ceilings"] = *ceilings;
    take(std::move(card));
  }
  std::sort(cards.begin(), cards.end(), [](const auto& one, const auto& other) {
    return one.first.first != other.first.first
               ? is_naturally_before(one.first.first, other.first.first)
               : one.first.second < other.first.second;
  });
  std::vector<json> sorted;
  for (auto& [id, card] : cards) sorted.push_back(std::move(card));
  return sorted;
}

json host_of(const std::vector<merged_part>& parts) {
  std::vector<json> hosts;
  for (const auto& part : parts)
    if (const auto host = part.manifest.value("host", json::object());
        std::find(hosts.begin(), hosts.end(), host) == hosts.end())
      hosts.push_back(host);
  if (hosts.size() == 1) return hosts.front();
  std::sort(hosts.begin(), hosts.end(), [](const json& one, const json& other) {
    return is_naturally_before(one.value("name", ""), other.value("name", ""));
  });
  // A page has no room for a thousand names; the parts have them all.
  constexpr std::size_t most = 4;
  std::vector<std::string> names;
  for (const auto& host : hosts) {
    if (names.size() == most) break;
    if (names.empty() || names.back() != host.value("name", ""))
      names.push_back(host.value("name", ""));
  }
  json merged = {{"name", fmt::format("{}", fmt::join(names, ", "))}};
  if (hosts.size() > most)
    merged["name"] = fmt::format("{} and {} more", fmt::join(names, ", "), hosts.size() - most);
  for (const char* shared : {"os", "cpu", "cores"}) {
    const auto value = hosts.front().value(shared, json());
    if (std::all_of(hosts.begin(), hosts.end(),
                    [&](const json& host) { return host.value(shared, json()) == value; }))
      merged[shared] = value;
  }
  return merged;
}

double sum(const std::vector<merged_part>& parts, const char* name) {
  double total = 0;
  for (const auto& part : parts)
    if (part.end.is_object()) total += part.end.value(name, 0.0);
  return total;
}

}  // namespace

json merged_manifest(const std::vector<merged_part>& parts, std::uint64_t planned_points) {
  const auto oldest_first = by_age(parts);
  json merged = oldest_first.back()->manifest;
  json argv = {"warpmark"};
  for (const auto& word : words_of_sweep(parts.front().manifest.value("argv", json())))
    argv.push_back(word);
  merged["argv"] = argv;
  merged["started_at"] = oldest_first.front()->started_at();
  merged["host"] = host_of(parts);
  const auto cards = cards_of(oldest_first);
  merged["card"] = cards.front();
  merged["card"].erase("ceilings");
  if (cards.front().contains("ceilings")) merged["ceilings"] = cards.front().at("ceilings");
  merged["planned_points"] = planned_points;
  merged.erase("shard");
  merged.erase("cards");
  if (cards.size() > 1) merged["cards"] = cards;
  merged["parts"] = json::array();
  for (const auto& part : parts) merged["parts"].push_back(to_json(part));
  return merged;
}

json merged_end(const std::vector<merged_part>& parts, const merged_counts& counts, bool complete) {
  std::string ended_at;
  for (const auto& part : parts)
    if (part.end.is_object()) ended_at = std::max(ended_at, part.end.value("ended_at", ""));
  if (ended_at.empty())
    for (const auto& part : parts) ended_at = std::max(ended_at, part.started_at());
  json end = {{"event", "end"}, {"ended_at", ended_at}, {"complete", complete}};
  if (!complete) end["reason"] = "missing parts";
  end["counts"] = counts.by_status;
  end["wall_s"] = sum(parts, "wall_s");
  for (const char* name : {"kernels_compiled", "kernels_from_cache", "worker_restarts"})
    end[name] = static_cast<std::uint64_t>(sum(parts, name));
  if (!counts.by_warning.empty()) end["warnings"] = counts.by_warning;
  return end;
}

}  // namespace warpmark::journal
