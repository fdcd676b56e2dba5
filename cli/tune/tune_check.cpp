// warpmark tune --check: checks whether a profile is still valid on this card.

#include <filesystem>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "cli/card_here.hpp"
#include "cli/exit_codes.hpp"
#include "cli/open_backend.hpp"
#include "cli/run/run_options.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/shown_session.hpp"
#include "cli/tune/tune_check_report.hpp"
#include "cli/tune/tune_options.hpp"
#include "tuning/live/checked_profile.hpp"
#include "tuning/profile/card_kinds.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark {
namespace {

using namespace tuning;

// Uses the contract of the profile's own times.
measuring_options measuring_of(const profile& profile) {
  run_options sampling;
  sampling.state = profile.contract.value("state", sampling.state);
  if (sampling.state == "cold") sampling.flush = profile.contract.value("flush", sampling.flush);
  return sampling.measuring("");
}

// What the profile's configs were chosen among.
determinism level_of(const profile& profile) {
  const auto text = profile.contract.value("deterministic", std::string("none"));
  if (const auto level = parse_determinism(text)) return *level;
  throw usage_error(
      fmt::format("profile of {}: contract: deterministic is '{}'; expected none, run or card",
                  profile.card.name, text));
}

// The place of the profile of the card that is here, whose contract the session needs before it
// opens the card.
std::size_t place_of_profile(const std::vector<profile>& profiles, const tune_options& options) {
  if (profiles.size() == 1 && profiles.front().card.modelled)
    throw usage_error(fmt::format(
        "--check {}: it is of {}; expected a profile of measured times, or `warpmark tune "
        "--start-from` with its journal",
        options.check, profiles.front().card.modelled->text()));
  if (profiles.size() == 1) return 0;
  const auto here = card_here(resolve_backend(options.backend), options.devices);
  return here ? profile_of_card(profiles, options.check, *here) : 0;
}

class shown_check {
 public:
  shown_check(const tune_options& options, const argument_list& argv)
      : options_(options),
        profiles_(read_profiles(options.check)),
        place_(place_of_profile(profiles_, options)),
        session_(options, argv, measuring_of(profile_)) {
    refuse_what_makes_no_sense();
    if (const auto objective = profile_.contract.value("objective", "time"); objective != "time")
      throw usage_error(fmt::format(
          "--check {}: its objective is {}; a check compares times, expected a profile of times",
          options.check, objective));
    const search_method method = options.method();
    const double allowed = options.margin_percent ? options.margin() : profile_.options.bound;
    how_ = check_of(profile_, measuring_of(profile_), options.rounds_on(session_.backend()));
    how_.search_method = method;
    how_.allowed = allowed;
    if (const auto budget = options.parsed_budget().evaluations) how_.evaluations = *budget;
    selection selection = options.select.parse(session_.backend());
    selection.deterministic = level_of(profile_);
    sizes_ = sizes_to_check(registry(), profile_, selection);
  }

  int execute() {
    if (options_.dry_run) return print_plan();
    tune_progress shown(sizes_.size());
    live_session& live = session_.live();
    const int status = session_.conduct(
        shown,
        [&](evaluator& machine) {
          found_ = check_profile(
              registry(), sizes_, session_.backend(), live.device().limits, machine, how_,
              [&](const journal::json& line) { live.append(line); }, session_.listener(shown));
        },
        [&](const card& here) {
          profile_of_card({&profile_, 1}, options_.check, here);
        });
    return status == exit_ok ? print() : status;
  }

 private:
  const warpmark::registry& registry() const { return options_.select.kernels.registry(); }

  void refuse_what_makes_no_sense() const {
    const std::string option = "--check " + options_.check;
    if (session_.live().interprets())
      throw usage_error(
          fmt::format("{} on backend simt: modelled times say nothing about a profile of measured "
                      "ones; expected the machine that it was made on",
                      option));
    if (!options_.output.empty())
      throw usage_error(
          fmt::format("{} -o {}: a check makes no profile; expected `warpmark tune … -o {}`",
                      option, options_.output, options_.output));
    if (!options_.hold_out.empty())
      throw usage_error(
          fmt::format("{} --hold-out {}: the sizes of the profile are checked; expected only "
                      "SELECT and -p",
                      option, options_.hold_out));
    if (!options_.select.config.empty())
      throw usage_error(
          fmt::format("{} -c {}: all configs are challengers; expected only SELECT and -p", option,
                      options_.select.config.front()));
    if (options_.parsed_budget().seconds)
      throw usage_error(fmt::format("{} --budget {}: expected a number of evaluations per size",
                                    option, options_.budget));
  }

  int print_plan() const {
    std::vector<std::vector<std::string>> rows;
    for (const auto& size : sizes_)
      rows.push_back({size.name(), size.stored().text(), fmt::format("{}", size.choices.size())});
    fmt::print("{}{}nothing was measured\n",
               text_table({"problem", "stored config", "variants that challenge"}, rows),
               others_text());
    return exit_ok;
  }

  int print() const {
    const std::size_t stale = found_.stale();
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      rows.push_back(row_of(sizes_[i], found_.verdicts[i]));
    if (options_.as_json) {
      const journal::json result = {
          {"profile", options_.check},
          {"stale", stale > 0},
          {"card", profile_.card.name},
          {"sizes", found_.lines},
          {"not_checked", names_of_others()},
          {"remedy", stale > 0 ? journal::json(remedy_here()) : journal::json(nullptr)},
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
                 sizes_.size(), remedy_here());
    else
      fmt::print(
          "{} is valid: of {} sizes checked none has a challenger that is significantly faster by "
          "more "
          "than {:g} %\n",
          options_.check, sizes_.size(), 100 * how_.allowed);
    fmt::print("{}journal: {}\n", others_text(), session_.journal_path());
    return stale > 0 ? exit_wrong : exit_ok;
  }

  // A file of several cards gets the new profile in place of the old one.
  std::string remedy_here() const {
    const std::string made = remedy(registry(), profile_);
    if (profiles_.size() == 1) return made;
    return fmt::format("{0} && warpmark export --format profile {1} {2}_new.json -o {3}", made,
                       options_.check, card_identifier(profile_.card.name),
                       std::filesystem::path(options_.check).stem().string() + "_new.json");
  }

  std::vector<std::string> names_of_others() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < profiles_.size(); ++i)
      if (i != place_) names.push_back(profiles_[i].card.name);
    return names;
  }

  // What the file has for cards that are not here.
  std::string others_text() const {
    std::string text;
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
      if (i == place_) continue;
      std::size_t sizes = 0;
      for (const auto& entry : profiles_[i].entries) sizes += entry.sizes.size();
      text += fmt::format("not checked: {} of {}, which is not here\n", counted(sizes, "size"),
                          kind_of(profiles_[i].card).text());
    }
    return text;
  }

  const tune_options& options_;
  std::vector<profile> profiles_;  ///< Of the file.
  std::size_t place_;              ///< Of the profile of the card that is here.
  const profile& profile_ = profiles_[place_];
  shown_session session_;
  check_options how_;
  std::vector<checked_size> sizes_;
  checked_profile found_;
};

}  // namespace

int tune_check(const tune_options& options, const argument_list& argv) {
  return shown_check(options, argv).execute();
}

}  // namespace warpmark
