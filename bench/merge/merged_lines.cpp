#include "bench/merge/merged_lines.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/fnv1a.hpp"
#include "bench/core/point_key.hpp"
#include "bench/journal/process_lines.hpp"

namespace warpmark::journal {
namespace {

int rank_of(const std::string& status) {
  if (status == "wrong") return 3;
  if (status == "ok") return 2;
  return status == "skipped" ? 0 : 1;
}

std::string text_at(const json& line, const char* name) {
  const auto found = line.find(name);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

// What every execution of a point must agree on. Times do not: they vary.
std::uint64_t outcome_of(const json& line, const std::string& status) {
  if (status != "ok" && status != "wrong") return 0;
  std::string text = status;
  for (const char* name : {"bytes", "ops", "launches"})
    if (const auto found = line.find(name); found != line.end()) text += ' ' + found->dump();
  if (text_at(line, "state") == "exact")
    if (const auto found = line.find("counters"); found != line.end()) text += ' ' + found->dump();
  return fnv1a(text);
}

auto preference(const merged_line& line) {
  return std::tuple(line.rank, line.time_s, line.digest, line.part);
}

// The problem as in point::problem_key, the variant and the config. Keys of other forms are
// problems as a whole.
struct key_words {
  std::string problem;
  std::string_view variant, config;
};

key_words words_of(std::string_view key) {
  const auto parts = split_key(key);
  if (!parts) return {std::string(key), "", ""};
  return {parts->problem_key(), parts->variant(), parts->config};
}

}  // namespace

std::size_t merged_lines::key_hash::operator()(const key_names& key) const {
  const auto low = (std::uint64_t{key.problem} << 32) | key.variant;
  return std::hash<std::uint64_t>()(low * 0x9e3779b97f4a7c15 + key.config);
}

merged_lines::key_names merged_lines::names_of(const std::string& key) {
  const auto words = words_of(key);
  return {problems_.number_of(words.problem), variants_.number_of(words.variant),
          configs_.number_of(words.config)};
}

bool merged_lines::has(const std::string& key) const {
  const auto words = words_of(key);
  return measured_.contains(
      {problems_.find(words.problem), variants_.find(words.variant), configs_.find(words.config)});
}

std::string merged_lines::key_of(const line_subject& subject) const {
  const std::string& problem = problems_.text(subject.problem);
  const std::string& variant = variants_.text(subject.variant);
  if (variant.empty()) return problem;
  const auto bracket = problem.find('[');
  return problem.substr(0, bracket) + "/" + variant + problem.substr(bracket) + "[" +
         configs_.text(subject.config) + "]";
}

std::vector<std::string> merged_lines::warnings(const merged_line& line) const {
  std::vector<std::string> list;
  for (const auto& warning : json::parse(warnings_.text(line.warnings)))
    list.push_back(warning.get<std::string>());
  return list;
}

bool merged_lines::add(const json& line, std::uint64_t digest, const std::string& card_uuid,
                       merged_line place) {
  const std::string event = text_at(line, "event");
  const std::string own_card = text_at(line, "card_uuid");
  place.digest = digest;
  auto& subject = place.subject;
  subject = {.problem = problems_.number_of(text_at(line, "problem")),
             .variant = variants_.number_of(""),
             .config = configs_.number_of(""),
             .card = cards_.number_of(own_card.empty() ? card_uuid : own_card),
             .tuning = tunings_.number_of("")};
  if (event == "measurement" || event == process_event) {
    const auto key = names_of(text_at(line, "key"));
    std::tie(subject.problem, subject.variant, subject.config) =
        std::tuple(key.problem, key.variant, key.config);
    const bool is_process = event == process_event;
    subject.kind = is_process ? line_kind::process : line_kind::measurement;
    if (is_process) subject.repeat = line.value("process", std::uint64_t{0});
    const auto status = text_at(line, "status");
    place.rank = rank_of(status);
    place.outcome = outcome_of(line, status);
    place.status = statuses_.number_of(status);
    place.warnings = warnings_.number_of(line.value("warnings", json::array()).dump());
    const auto tuning = line.find("tuning");
    place.of_tuning = tuning != line.end();
    if (place.of_tuning) subject.tuning = tunings_.number_of(tuning->dump());
    if (!is_process) measured_.insert(key);
  } else if (event == "tuned" || event == "checked") {
    subject.kind = event == "tuned" ? line_kind::tuned : line_kind::checked;
    place.of_tuning = true;
  } else if (event == "reference") {
    subject.kind = line_kind::reference;
    subject.repeat = place.digest;
  } else {
    return false;
  }
  if (place.of_tuning) subject.repeat = repeats_[subject]++;
  lines_.push_back(place);
  return true;
}

void merged_lines::drop_superseded_tunings() {
  // Of each tuning of a problem on a card: whether it came to an end, and when.
  using tuning = std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;
  std::map<tuning, std::pair<bool, double>> found;
  for (const auto& line : lines_)
    if (line.of_tuning) {
      auto& [ended, last] = found[{{line.subject.problem, line.subject.card}, line.part}];
      ended = ended || line.subject.kind != line_kind::measurement;
      last = std::max(last, line.time_s);
    }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> chosen;
  for (const auto& entry : found) {
    const auto& tuned = entry.first.first;
    const std::uint32_t part = entry.first.second;
    const auto order = [&](std::uint32_t of) {
      const auto& [ended, last] = found.at({tuned, of});
      return std::tuple(ended, last, of);
    };
    const auto [place, is_first] = chosen.try_emplace(tuned, part);
    if (!is_first && order(place->second) < order(part)) place->second = part;
  }
  repeated_ += std::erase_if(lines_, [&](const merged_line& line) {
    return line.of_tuning && chosen.at({line.subject.problem, line.subject.card}) != line.part;
  });
}

void merged_lines::put_in_order() {
  const auto problems = problems_.ranks(), variants = variants_.ranks(), configs = configs_.ranks(),
             cards = cards_.ranks(), tunings = tunings_.ranks();
  std::sort(lines_.begin(), lines_.end(), [&](const merged_line& one, const merged_line& other) {
    const auto order = [&](const merged_line& line) {
      const auto& about = line.subject;
      return std::tuple(about.kind == line_kind::reference, problems[about.problem], about.kind,
                        variants[about.variant], configs[about.config], cards[about.card],
                        tunings[about.tuning], about.repeat, preference(line));
    };
    return order(one) < order(other);
  });
}

void merged_lines::keep_best(std::vector<merged_line>::const_iterator begin,
                             std::vector<merged_line>::const_iterator end,
                             std::vector<merged_line>& kept) {
  const auto best = *std::max_element(begin, end, [](const auto& one, const auto& other) {
    return preference(one) < preference(other);
  });
  kept.push_back(best);
  std::uint64_t last = 0;
  bool is_first = true;
  for (auto line = begin; line != end; ++line) {
    const bool is_copy = !is_first && line->digest == last;
    is_first = false;
    last = line->digest;
    if (is_copy)
      ++copies_;
    else if (line->digest != best.digest)
      ++repeated_;
    if (!is_copy && line->outcome != best.outcome && line->outcome != 0 && best.outcome != 0)
      contradictions_.push_back({key_of(best.subject), best.source, line->source});
  }
}

void merged_lines::settle(const std::vector<std::uint32_t>& part_order) {
  for (auto& line : lines_) line.part = part_order[line.part];
  drop_superseded_tunings();
  put_in_order();
  std::vector<merged_line> kept;
  for (auto begin = lines_.cbegin(); begin != lines_.cend();) {
    auto end = begin;
    while (end != lines_.cend() && end->subject == begin->subject) ++end;
    keep_best(begin, end, kept);
    begin = end;
  }
  lines_ = std::move(kept);
  const auto references = std::find_if(lines_.begin(), lines_.end(), [](const auto& line) {
    return line.subject.kind == line_kind::reference;
  });
  std::sort(references, lines_.end(), [](const auto& one, const auto& other) {
    const auto order = [](const merged_line& line) {
      return std::tuple(line.part, line.time_s, line.digest);
    };
    return order(one) < order(other);
  });
}

}  // namespace warpmark::journal
