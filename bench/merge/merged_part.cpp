#include "bench/merge/merged_part.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>
#include <tuple>

namespace warpmark::journal {
namespace {

// Options whose values, and flags that, shards of one sweep may differ in.
constexpr std::array<std::string_view, 7> differing_values = {
    "--shard", "-o", "--output", "--journal", "--budget", "--devices", "--cache"};
constexpr std::array<std::string_view, 6> differing_flags = {"--resume",  "--json", "--quiet",
                                                             "--verbose", "-q",     "-v"};

template <class List>
bool has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string digests(const json& manifest) {
  const auto kernels = manifest.find("kernels");
  if (kernels == manifest.end() || !kernels->is_object()) return "";
  std::string all = kernels->value("sha256", "");
  for (const auto& file : kernels->value("read", json::array())) all += file.value("sha256", "");
  return all;
}

}  // namespace

std::vector<std::string> words_of_sweep(const json& argv) {
  std::vector<std::string> words;
  if (!argv.is_array()) return words;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const auto word = argv[i].is_string() ? argv[i].get<std::string>() : argv[i].dump();
    const auto name = word.substr(0, word.find('='));
    if (has(differing_flags, word)) continue;
    if (has(differing_values, word)) {
      ++i;  // Its value.
    } else if (!(word.starts_with("--") && has(differing_values, name)) &&
               !(word.starts_with("-o") && word.size() > 2)) {
      words.push_back(word);
    }
  }
  return words;
}

bool merged_part::is_complete() const { return end.is_object() && end.value("complete", false); }

std::optional<warpmark::shard> merged_part::shard() const {
  const auto found = manifest.find("shard");
  if (found == manifest.end() || !found->is_object()) return std::nullopt;
  return warpmark::shard{found->value("index", std::uint64_t{1}),
                         found->value("count", std::uint64_t{1})};
}

std::string merged_part::sweep() const {
  const auto argv = manifest.find("argv");
  const auto words = words_of_sweep(argv == manifest.end() ? json() : *argv);
  return json(words).dump() + digests(manifest);
}

std::string merged_part::verb() const {
  const auto argv = manifest.find("argv");
  if (argv == manifest.end() || !argv->is_array() || argv->size() < 2 || !(*argv)[1].is_string())
    return "";
  return (*argv)[1].get<std::string>();
}

std::string merged_part::card_uuid() const {
  const auto card = manifest.find("card");
  if (card == manifest.end() || !card->is_object()) return "";
  const auto uuid = card->find("uuid");
  return uuid != card->end() && uuid->is_string() ? uuid->get<std::string>() : "";
}

json to_json(const merged_part& part) {
  json entry = part.manifest;
  if (!part.resumed_at.empty()) entry["resumed_at"] = part.resumed_at;
  entry["end"] = part.end;
  return entry;
}

merged_part part_from_json(const json& entry) {
  merged_part part{.manifest = entry, .resumed_at = {}, .end = entry.value("end", json())};
  if (const auto at = entry.find("resumed_at"); at != entry.end())
    part.resumed_at = at->get<std::vector<std::string>>();
  part.manifest.erase("resumed_at");
  part.manifest.erase("end");
  return part;
}

void take_up(merged_part& known, const merged_part& other) {
  const auto order = [](const merged_part& part) {
    const bool ended = part.end.is_object();
    return std::tuple(part.is_complete(), ended ? part.end.value("ended_at", "") : "",
                      ended ? part.end.dump() : "");
  };
  if (order(known) < order(other)) known.end = other.end;
  auto& times = known.resumed_at;
  times.insert(times.end(), other.resumed_at.begin(), other.resumed_at.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

bool is_before(const merged_part& one, const merged_part& other) {
  const auto order = [](const merged_part& part) {
    const auto shard = part.shard().value_or(warpmark::shard{});
    return std::tuple(part.sweep(), shard.count, shard.index, part.started_at(), part.identity());
  };
  return order(one) < order(other);
}

double seconds_of(const std::string& timestamp) {
  std::tm fields{};
  if (strptime(timestamp.c_str(), "%Y-%m-%dT%H:%M:%SZ", &fields) == nullptr) return 0;
  return static_cast<double>(timegm(&fields));
}

}  // namespace warpmark::journal
