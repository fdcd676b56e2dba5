#include "ci/gate/settings/accept_file.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "ci/gate/settings/toml_file.hpp"
#include "ci/gate/text_file.hpp"

namespace warpmark::gate {
namespace {

using inspect::toml_reader;

gate_stage read_stage(toml_reader& from) {
  const std::string text = from.needed_text("stage");
  std::vector<std::string> names;
  for (const auto stage : all_stages) {
    if (name(stage) == text) return stage;
    names.emplace_back(name(stage));
  }
  from.refuse("stage", fmt::format("unknown stage '{}'{}", text, did_you_mean(text, names)));
}

std::string needed(toml_reader& from, const char* key) {
  std::string text = from.needed_text(key);
  if (text.find_first_not_of(" \t\n") == std::string::npos) from.refuse(key, "empty");
  return text;
}

double read_bound(toml_reader& from) {
  const auto bound = from.real("bound");
  if (!bound) from.refuse("'bound' is missing; expected the largest accepted ratio, e.g. 1.1");
  if (!(*bound >= 1))
    from.refuse("bound", fmt::format("{}: expected a ratio of at least 1", *bound));
  return *bound;
}

bool is_day(const std::string& text) {
  int year = 0;
  unsigned month = 0, day = 0;
  char rest = 0;
  if (text.size() != 10 ||
      std::sscanf(text.c_str(), "%4d-%2u-%2u%c", &year, &month, &day, &rest) != 3)
    return false;
  using namespace std::chrono;
  return year_month_day{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}}
      .ok();
}

bool is_commit(const std::string& text) {
  return text.size() >= 7 && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void read_end(toml_reader& from, acceptance& into) {
  const toml::node* found = from.node("expires");
  if (found == nullptr)
    from.refuse("'expires' is missing; expected a day or a commit, e.g. 2026-12-31");
  if (const auto day = found->value_exact<toml::date>()) {
    into.expires = fmt::format("{:04}-{:02}-{:02}", day->year, day->month, day->day);
    return;
  }
  into.expires = found->is_string() ? found->ref<std::string>() : "";
  into.is_commit = is_commit(into.expires);
  if (!into.is_commit && !is_day(into.expires))
    from.refuse("expires",
                fmt::format("'{}': expected a day, 2026-12-31, or a commit's hash of 7 to 64 "
                            "lower-case digits",
                            into.expires));
}

acceptance read_acceptance(toml_reader& from) {
  acceptance made{.where = from.where(),
                  .point = needed(from, "point"),
                  .stage = read_stage(from),
                  .quantity = from.text("quantity"),
                  .bound = read_bound(from),
                  .reason = needed(from, "reason"),
                  .expires = {}};
  read_end(from, made);
  return made;
}

}  // namespace

std::vector<acceptance> parse_acceptances(const std::string& text, const std::string& file) {
  std::vector<acceptance> result;
  read_toml(text, file, {"accept"}, [&](toml_reader& top) {
    top.each_table("accept", {"point", "stage", "quantity", "bound", "reason", "expires"},
                   [&](toml_reader& from) { result.push_back(read_acceptance(from)); });
  });
  return result;
}

std::vector<acceptance> read_acceptances(const std::filesystem::path& path) {
  return parse_acceptances(text_of_file(path), path.string());
}

}  // namespace warpmark::gate
