// warpmark tune --check: checks whether a profile is still valid on this card.

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/run/run_options.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/shown_session.hpp"
#include "cli/tune/tune_check_report.hpp"
#include "cli/tune/tune_options.hpp"
#include "tuning/live/checked_profile.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark {
namespace {

using namespace tuning;

// Uses the contract of the profile's own times.
measuring_options measuring_of(const profile& profile) {
  run_options sampling;
  sampling.state = profile.contract.value("state", sampling.state);
  if (sampling.state == "cold") sampling.flush = profile.contract.value("flush", sampling.flush);
  return sampling.measuring();
}

class shown_check {
 public:
  shown_check(const tune_options& options, const argument_list& argv)
      : options_(options),
        profile_(read_profile(options.check)),
        session_(options, argv, measuring_of(profile_)) {
    refuse_what_makes_no_sense();
    const search_method method = options.method();
    const double allowed = options.margin_percent ? options.margin() : profile_.options.bound;
    how_ = check_of(profile_, measuring_of(profile_), options.rounds_on(session_.backend()));
    how_.search_method = method;
    how_.allowed = allowed;
    if (const auto budget = options.parsed_budget().evaluations) how_.evaluations = *budget;
    sizes_ = sizes_to_check(registry(), profile_, options.select.parse(session_.backend()));
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
        [&](const card& here) { require_card_of(profile_, options_.check, here); });
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
    fmt::print("{}nothing was measured\n",
               text_table({"problem", "stored config", "variants that challenge"}, rows));
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
          {"sizes", found_.lines},
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
