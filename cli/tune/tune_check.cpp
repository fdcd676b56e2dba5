// warpmark tune --check: checks whether a profile is still valid on this card.

#include <algorithm>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/run/run_options.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/tune_check_report.hpp"
#include "cli/tune/tune_check_sizes.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tune_session.hpp"
#include "cli/tune/tuned_tables.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark {
namespace {

using namespace tuning;

// Uses the contract of the profile's own times.
measuring_options measuring_of(const profile& profile) {
  run_options sampling;
  sampling.state = profile.contract.value("state", sampling.state);
  sampling.flush = profile.contract.value("flush", sampling.flush);
  return sampling.measuring();
}

class profile_check {
 public:
  profile_check(const tune_options& options, const argument_list& argv)
      : options_(options),
        profile_(read_profile(options.check)),
        session_(options, argv, measuring_of(profile_)) {
    refuse_what_makes_no_sense();
    how_ = {.search_method = options.method(),
            .measuring = measuring_of(profile_),
            .equality = profile_.options.equality,
            .allowed = options.margin_percent ? options.margin() : profile_.options.bound,
            .finals = {.rounds = options.rounds_on(session_.backend()),
                       .more = 2 * options.rounds_on(session_.backend()),
                       .measuring = effort_of_finals(measuring_of(profile_)),
                       .margin = profile_.options.equality}};
    if (const auto budget = options.parsed_budget().evaluations) how_.evaluations = *budget;
    sizes_ = sizes_to_check(profile_, options.select, session_.backend());
  }

  int execute() {
    if (options_.dry_run) return print_plan();
    tune_progress shown(sizes_.size());
    const int status = session_.conduct(
        shown, [&](evaluator& at) { check(at, shown); },
        [&](const card& here) { require_its_card(here); });
    return status == exit_ok ? print() : status;
  }

 private:
  const warpmark::registry& registry() const { return options_.select.kernels.registry(); }

  void refuse_what_makes_no_sense() const {
    const std::string option = "--check " + options_.check;
    if (session_.interprets())
      throw usage_error(
          fmt::format("{} on backend simt: modelled times say nothing about a profile of measured "
                      "ones; expected the machine that it was made on",
                      option));
    if (!options_.output.empty())
      throw usage_error(
          fmt::format("{} -o {}: a check makes no profile; expected `warpmark tune … -o {}`",
                      option, options_.output, options_.output));
    if (!options_.select.config.empty())
      throw usage_error(
          fmt::format("{} -c {}: all configs are challengers; expected only SELECT and -p", option,
                      options_.select.config.front()));
    if (options_.parsed_budget().seconds)
      throw usage_error(fmt::format("{} --budget {}: expected a number of evaluations per size",
                                    option, options_.budget));
  }

  void require_its_card(const card& here) const {
    const auto& profile_card = profile_.card;
    const auto multiprocessors = static_cast<std::uint64_t>(here.limits.multiprocessors);
    if (here.name == profile_card.name &&
        here.compute_capability == profile_card.compute_capability &&
        profile_card.multiprocessors.value_or(multiprocessors) == multiprocessors)
      return;
    throw usage_error(
        fmt::format("{} is of '{}'{}, this is '{}'{}: profiles do not transfer between cards; "
                    "expected a profile of this card, by `warpmark tune … -o FILE`",
                    options_.check, profile_card.name,
                    card_text(profile_card.compute_capability, profile_card.multiprocessors),
                    here.name, card_text(here.compute_capability, multiprocessors)));
  }

  static std::string card_text(const std::string& capability,
                               const std::optional<std::uint64_t>& multiprocessors) {
    std::string text;
    if (!capability.empty()) text += fmt::format(", compute capability {}", capability);
    if (multiprocessors) text += fmt::format(", {} multiprocessors", *multiprocessors);
    return text;
  }

  void check(evaluator& at, tune_progress& shown) {
    std::vector<size_to_check> resolved;
    for (const auto& each : sizes_)
      resolved.push_back(each.resolved(registry(), session_.device().limits, session_.backend()));
    verdicts_ = check_sizes(
        resolved, session_.device().limits, at, how_,
        {.searching =
             [&](const size_to_check& size, std::size_t evaluations) {
               const auto place = static_cast<std::size_t>(&size - resolved.data());
               const auto configs = count_configs(size.choices, session_.device().limits);
               shown.begin_search(sizes_[place].name(),
                                  std::min<std::uint64_t>(evaluations, configs),
                                  session_.seconds());
             },
         .in_finals =
             [&](std::size_t measurements) {
               shown.begin("finals", measurements, session_.seconds());
             }});
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      lines_.push_back(checked_line(sizes_[i], verdicts_[i], how_.allowed));
      session_.append(lines_.back());
    }
  }

  int print_plan() const {
    std::vector<std::vector<std::string>> rows;
    for (const auto& each : sizes_)
      rows.push_back({each.name(), each.stored().text(), fmt::format("{}", each.choices.size())});
    fmt::print("{}nothing was measured\n",
               text_table({"problem", "stored config", "variants that challenge"}, rows));
    return exit_ok;
  }

  int print() const {
    std::size_t stale = 0;
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      stale += verdicts_[i].stale ? 1 : 0;
      rows.push_back(row_of(sizes_[i], verdicts_[i]));
    }
    if (options_.as_json) {
      const journal::json result = {
          {"profile", options_.check},
          {"stale", stale > 0},
          {"sizes", lines_},
          {"remedy",
           stale > 0 ? journal::json(remedy(registry(), profile_)) : journal::json(nullptr)},
          {"journal", session_.journal_path()}};
      fmt::print("{}\n", result.dump(2));
      return stale > 0 ? exit_wrong : exit_ok;
    }
    fmt::print(
        "{}faster: the stored config's time over the challenger's, median of {}, with its 95 % "
        "interval{}\n",
        text_table(checked_header, rows), rounds_text(how_.finals),
        how_.finals.rounds < 6 ? " (fewer than 6 rounds: the full range)" : "");
    if (stale > 0)
      fmt::print("{} is stale at {} of {} sizes; recreate it: {}\n", options_.check, stale,
                 sizes_.size(), remedy(registry(), profile_));
    else
      fmt::print(
          "{} is valid: of {} sizes checked none has a challenger that is significantly faster by "
          "more "
          "than {:g} %\n",
          options_.check, sizes_.size(), 100 * how_.allowed);
    fmt::print("journal: {}\n", session_.journal_path());
    return stale > 0 ? exit_wrong : exit_ok;
  }

  const tune_options& options_;
  profile profile_;
  tune_session session_;
  check_options how_;
  std::vector<checked_size> sizes_;
  std::vector<size_verdict> verdicts_;
  std::vector<journal::json> lines_;
};

}  // namespace

int tune_check(const tune_options& options, const argument_list& argv) {
  return profile_check(options, argv).execute();
}

}  // namespace warpmark
