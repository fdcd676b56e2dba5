#include "bench/merge/journal_merge.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "bench/merge/compatible.hpp"
#include "bench/merge/merged_manifest.hpp"

namespace warpmark::journal {
namespace {

// Adds the time from the part's start to its last resumption, from which at_s counts.
void shift_time(json& line, double shift_s) {
  if (const auto at = line.find("at_s"); shift_s != 0 && at != line.end() && at->is_number())
    *at = at->get<double>() + shift_s;
}

}  // namespace

std::uint32_t journal_merge::number_of(merged_part part) {
  const auto [place, is_new] =
      numbers_.try_emplace(part.identity(), static_cast<std::uint32_t>(parts_.size()));
  if (is_new)
    parts_.push_back(std::move(part));
  else
    take_up(parts_[place->second], part);
  return place->second;
}

void journal_merge::require_comparable(const merged_part& part, const std::string& path) {
  if (parts_.empty()) first_path_ = path;
  if (options_.mixed || parts_.empty()) return;
  if (const auto why = difference(part, parts_.front()))
    throw usage_error(fmt::format("{}: {} as in {}; expected runs that compare, or --mixed", path,
                                  *why, first_path_));
}

// The numbers of the parts in a manifest.
std::vector<std::uint32_t> journal_merge::take_parts(const json& manifest,
                                                     const std::string& path) {
  std::vector<merged_part> found;
  if (const auto several = manifest.find("parts"); several != manifest.end()) {
    for (const auto& entry : *several) found.push_back(part_from_json(entry));
  } else {
    found.push_back({.manifest = manifest, .resumed_at = {}, .end = nullptr});
  }
  std::vector<std::uint32_t> numbers;
  for (auto& part : found) {
    require_comparable(part, path);
    numbers.push_back(number_of(std::move(part)));
  }
  return numbers;
}

void journal_merge::add(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto manifest = read_manifest(path);
  input::input_file file(path);
  std::unique_ptr<line_texts> texts;
  if (!file.is_compressed()) {
    texts = std::make_unique<line_texts>(path);
  } else if (!options_.spill_folder.empty()) {
    texts = std::make_unique<line_texts>(line_texts::spilled_in(options_.spill_folder));
    file.watch([&](std::string_view text) { texts->add(text); });
  }
  if (!manifest) {
    read(file);  // Says what is wrong with it.
    throw usage_error(fmt::format("{}: not a warpmark journal", name));
  }
  const bool is_merged = manifest->contains("parts");
  std::vector<std::uint32_t> numbers;
  try {
    numbers = take_parts(*manifest, name);
  } catch (const json::exception& error) {
    throw usage_error(fmt::format("{}:1: not the manifest of a journal: {}", name, error.what()));
  }
  const auto file_number = static_cast<std::uint32_t>(texts_.size());
  lines_.begin_file();
  double shift_s = 0;
  merged_part seen{.manifest = {}, .resumed_at = {}, .end = nullptr};
  const auto found = read(file, [&](const whole_line& line) {
    const std::string event = line.parsed.value("event", "");
    if (event == "resume") {
      seen.resumed_at.push_back(line.parsed.value("resumed_at", ""));
      shift_s =
          seconds_of(seen.resumed_at.back()) - seconds_of(parts_[numbers.front()].started_at());
      seen.end = nullptr;
      return;
    }
    if (event == "end") {
      seen.end = line.parsed;
      seen.end.erase("event");
      return;
    }
    json text = line.parsed;
    const auto index = text.value("part", std::uint64_t{0});
    text.erase("part");
    if (index >= numbers.size())
      throw usage_error(fmt::format("{}: part is {}; expected a number below {}", line.place, index,
                                    numbers.size()));
    shift_time(text, shift_s);
    const auto& part = parts_[numbers[index]];
    lines_.add(text, part.card_uuid(),
               {.subject = {},
                .source = {file_number, static_cast<std::uint32_t>(file.line_number()), line.offset,
                           line.text.size()},
                .part = numbers[index],
                .time_s = seconds_of(part.started_at()) + text.value("at_s", 0.0),
                .shift_s = shift_s});
  });
  if (found.torn_tail) torn_.push_back(name);
  if (!is_merged) take_up(parts_[numbers.front()], seen);
  texts_.push_back(std::move(texts));
  paths_.push_back(name);
}

void journal_merge::settle() {
  std::vector<std::uint32_t> order(parts_.size()), place(parts_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](std::uint32_t one, std::uint32_t other) {
    return is_before(parts_[one], parts_[other]);
  });
  std::vector<merged_part> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted.push_back(std::move(parts_[order[i]]));
    measured_in_.push_back(lines_.measured_in(order[i]));
  }
  parts_ = std::move(sorted);
  lines_.settle(place);
}

std::string journal_merge::place(const line_source& source) const {
  return fmt::format("{}:{}", paths_[source.file], source.number);
}

void journal_merge::write(std::uint64_t planned_points, bool complete,
                          const std::function<void(const std::string&)>& write) const {
  const auto put = [&](const json& line) {
    write(line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
  };
  put(merged_manifest(parts_, planned_points));
  merged_counts counts;
  for (const auto& chosen : lines_.lines()) {
    const auto& source = chosen.source;
    auto line = json::parse(texts_[source.file]->at(source.offset, source.bytes), nullptr, false);
    if (line.is_discarded())
      throw usage_error(fmt::format("{}: has changed while it was merged", place(source)));
    shift_time(line, chosen.shift_s);
    line.erase("part");
    line["part"] = chosen.part;
    if (line.value("event", "") == "measurement") {
      ++counts.by_status[line.value("status", "")];
      for (const auto& warning : line.value("warnings", json::array()))
        ++counts.by_warning[warning.get<std::string>()];
    }
    put(line);
  }
  put(merged_end(parts_, counts, complete));
}

}  // namespace warpmark::journal
