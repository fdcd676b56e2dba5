// warpmark export: journals as profiles and as other tools' records; profiles as C++ headers and
// as a matrix of cards.

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input_limits.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "cli/exit_codes.hpp"
#include "cli/max_input.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/report_package.hpp"
#include "cli/table_options.hpp"
#include "cli/tune/profile_tables.hpp"
#include "cli/verbs.hpp"
#include "tuning/exchange/kernel_tuner_writer.hpp"
#include "tuning/exchange/t4_writer.hpp"
#include "tuning/profile/make_profile.hpp"
#include "tuning/profile/policy_header.hpp"
#include "tuning/profile/portability.hpp"
#include "tuning/profile/profile_file.hpp"

namespace warpmark {
namespace {

using namespace tuning;

struct export_options {
  std::vector<std::string> files;
  std::string format;
  std::string output;
  bool as_json = false;

  // For profiles.
  std::vector<std::string> confirmed, held_out, base_variants;
  std::string held_out_sizes;
  double bound_percent = 2, equality_percent = 1;
  double score_floor = profile_options{}.score_floor;

  std::string card = "*";       ///< Of profiles, headers and matrices.
  std::vector<std::string> on;  ///< Of a matrix.
  table_options tables;         ///< Of both.
  journal_choice choice;        ///< Of other tools' formats.
};

void write(const export_options& options, const std::string& text) {
  if (options.output.empty()) {
    fmt::print("{}", text);
    return;
  }
  std::ofstream file(options.output, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw usage_error(fmt::format("cannot write --output {}", options.output));
}

std::vector<measured_journal> read_all(const std::vector<std::string>& paths) {
  std::vector<measured_journal> journals;
  for (const auto& path : paths) {
    journals.push_back(read_measured_journal(path));
    if (!journals.back().source.complete)
      fmt::print(stderr, "warning: {}: not all planned points were measured\n", path);
  }
  return journals;
}

const std::string& only_file(const export_options& options) {
  if (options.files.size() != 1)
    throw usage_error(fmt::format("export --format {}: {} files; expected one", options.format,
                                  options.files.size()));
  return options.files.front();
}

bool is_of_card(const profile& profile, const export_options& options) {
  return fnmatch(options.card.c_str(), profile.card.name.c_str(), 0) == 0;
}

// Those of --card.
std::vector<profile> selected(std::vector<profile> profiles, const export_options& options) {
  std::vector<std::string> names;
  for (const auto& profile : profiles) names.push_back("'" + profile.card.name + "'");
  std::erase_if(profiles, [&](const profile& profile) { return !is_of_card(profile, options); });
  if (profiles.empty())
    throw usage_error(
        fmt::format("--card '{}' matches none of the cards; expected a pattern for {}",
                    options.card, fmt::join(names, ", ")));
  return profiles;
}

std::vector<profile> made_of(const std::vector<measured_journal>& tuned,
                             const export_options& options) {
  const auto confirmed = read_all(options.confirmed), held_out = read_all(options.held_out);
  auto made = make_profiles({.tuned = tuned,
                             .confirmed = confirmed,
                             .held_out = held_out,
                             .held_out_sizes = sizes_of("--hold-out", options.held_out_sizes)},
                            options.tables.filter(), options.base_variants,
                            {.bound = options.bound_percent / 100,
                             .equality = options.equality_percent / 100,
                             .score_floor = options.score_floor});
  for (const auto& kind : made.without_entries)
    fmt::print(stderr, "warning: no profile of {}: none of its measurements was selected\n",
               kind.text());
  for (const auto& profile : made.profiles)
    if (profile.card.driver_versions.size() > 1)
      fmt::print(stderr, "warning: '{}' was measured with drivers {}: its profile mixes them\n",
                 profile.card.name, fmt::join(profile.card.driver_versions, ", "));
  return std::move(made.profiles);
}

// The profile of a kind of card replaces an earlier one.
void add_profile(profile added, const std::string& file, std::vector<profile>& to) {
  const auto kind = kind_of(added.card);
  const auto known = std::find_if(to.begin(), to.end(), [&](const profile& other) {
    return same_kind(kind_of(other.card), kind);
  });
  if (known == to.end()) {
    to.push_back(std::move(added));
    return;
  }
  print_note(
      fmt::format("the profile of {} is that of {}, made {}", kind.text(), file, added.made_at));
  *known = std::move(added);
}

// The files that are journals, or those that are profiles.
std::vector<std::string> files_of(const export_options& options, bool are_profiles) {
  std::vector<std::string> files;
  std::copy_if(options.files.begin(), options.files.end(), std::back_inserter(files),
               [&](const std::string& file) { return is_profile(file) == are_profiles; });
  return files;
}

// Those that are given, in their order, then those of the journals.
std::vector<profile> profiles_of(const export_options& options,
                                 const std::vector<measured_journal>& journals) {
  std::vector<profile> profiles;
  for (const auto& file : files_of(options, true))
    for (auto& one : read_profiles(file)) add_profile(std::move(one), file, profiles);
  if (!journals.empty())
    for (auto& one : made_of(journals, options))
      add_profile(std::move(one), journals.front().source.file, profiles);
  return selected(std::move(profiles), options);
}

void export_profile(const export_options& options) {
  const auto profiles = profiles_of(options, read_all(files_of(options, false)));
  write(options, to_json(profiles).dump(1) + "\n");
  if (!options.output.empty()) fmt::print("{}", profile_table(profiles));
}

void export_header(const export_options& options) {
  const std::string& path = only_file(options);
  write(options, policy_header(selected(read_profiles(path), options),
                               std::filesystem::path(path).filename().string()));
}

// Profiles of journals are used on the same journals, unless others are named.
void export_matrix(const export_options& options) {
  const auto journals = read_all(files_of(options, false));
  const auto profiles = profiles_of(options, journals);
  if (options.on.empty() && (journals.empty() || profiles.size() == 1))
    throw usage_error("export --format matrix: name the journals of the cards by --on JOURNAL…");
  const auto cells = portability(profiles, options.on.empty() ? journals : read_all(options.on),
                                 options.tables.filter());
  if (cells.empty())
    throw usage_error("export --format matrix: no journal has a problem of a profile");
  write(options,
        options.as_json ? portability_json(cells).dump(1) + "\n" : portability_table(cells));
}

void export_points(const export_options& options) {
  const auto points = points_to_export(read_measured_journal(only_file(options)), options.choice);
  const auto result = options.format == "t4" ? t4_results(points) : kernel_tuner_cache(points);
  write(options, result.dump(1) + "\n");
}

// By the Python package of reports, which reads other tools' results too.
[[noreturn]] void export_by_reports(const export_options& options) {
  if (options.format == "parquet" && options.output.empty())
    throw usage_error("export --format parquet: expected a file to write by -o FILE");
  std::vector<std::string> words = {"--format", options.format};
  words.insert(words.end(), options.files.begin(), options.files.end());
  if (!options.output.empty()) words.insert(words.end(), {"-o", options.output});
  if (const auto limit = input::max_input(); limit > 0)
    words.insert(words.end(), {"--max-input", fmt::format("{}", limit)});
  become_reports("warpmark_reports.export", words);
}

void require_fractions(const export_options& options) {
  const auto require = [](const char* name, double value, double max_value, const char* expected) {
    if (!(value >= 0 && value <= max_value))
      throw usage_error(fmt::format("{} {:g}: expected {}", name, value, expected));
  };
  require("--bound", options.bound_percent, 100, "a percentage from 0 to 100");
  require("--equality", options.equality_percent, 100, "a percentage from 0 to 100");
  require("--score-floor", options.score_floor, 1, "a number from 0 to 1");
}

void export_as_asked(const export_options& options) {
  require_fractions(options);
  if (options.format == "profile") return export_profile(options);
  if (options.format == "header") return export_header(options);
  if (options.format == "matrix") return export_matrix(options);
  if (options.format == "parquet" || options.format == "bencher") export_by_reports(options);
  if (options.format == "kernel-tuner" || options.format == "t4") return export_points(options);
  throw usage_error(fmt::format(
      "export --format {}: unknown format{}", options.format,
      did_you_mean(options.format,
                   {"profile", "header", "matrix", "kernel-tuner", "t4", "parquet", "bencher"})));
}

void add_profile_options(CLI::App& verb, export_options& options) {
  verb.add_option("--confirmed", options.confirmed,
                  "profile: journals of fresh rounds of finalists and bases")
      ->type_name("FILE");
  verb.add_option("--held-out", options.held_out, "profile: journals at held-out sizes")
      ->type_name("FILE");
  verb.add_option("--hold-out", options.held_out_sizes,
                  "profile: held-out sizes of the journals, e.g. 2^13..2^27:2^2")
      ->type_name("SIZES");
  verb.add_option("--base", options.base_variants,
                  "profile: family/variant whose default is the base [the fastest default]")
      ->type_name("GLOB");
  verb.add_option("--bound", options.bound_percent,
                  "profile: maximum loss at a tuned size, in percent")
      ->type_name("PERCENT")
      ->capture_default_str();
  verb.add_option("--equality", options.equality_percent,
                  "profile: a gain over the base of no more than this keeps the base, in percent")
      ->type_name("PERCENT")
      ->capture_default_str();
  verb.add_option("--score-floor", options.score_floor,
                  "profile: minimum of best/chosen for a mean score")
      ->type_name("SCORE")
      ->capture_default_str();
  options.tables.add_to(verb);
}

}  // namespace

void add_export(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<export_options>();
  CLI::App* verb = program.add_subcommand("export", export_description);
  add_max_input(*verb);
  verb->add_option("FILE", options->files,
                   "Journals or profiles (profile, matrix); a profile (header); a journal "
                   "(kernel-tuner, t4); journals or other tools' results (parquet, bencher)")
      ->required();
  verb->add_option("--format", options->format,
                   "profile, header, matrix, kernel-tuner, t4, parquet or bencher")
      ->type_name("profile|header|matrix|kernel-tuner|t4|parquet|bencher")
      ->required();
  verb->add_option("-o,--output", options->output, "File to write [standard output]")
      ->type_name("FILE");
  add_profile_options(*verb, *options);
  verb->add_option("--card", options->card,
                   "profile, header, matrix: only profiles of cards of this name, *: all")
      ->type_name("GLOB");
  verb->add_option("--on", options->on,
                   "matrix: journals of the cards [FILE, if those are journals]")
      ->type_name("FILE");
  verb->add_flag("--json", options->as_json, "matrix: as JSON, with every size");
  verb->add_option("--variant", options->choice.variant,
                   "kernel-tuner, t4: of a journal of several, family/variant")
      ->type_name("VARIANT");
  verb->add_option("--problem", options->choice.problem,
                   "kernel-tuner, t4: of a journal of several, as type=i32,n=1024,op=sum")
      ->type_name("AXES");
  verb->footer(
      "Examples:\n"
      "  warpmark export --format profile tuned.jsonl --hold-out 2^13..2^27:2^2 -o h200.json\n"
      "  warpmark export --format header h200.json -o h200.hpp\n"
      "  warpmark export --format profile h200.json a100.json -o fleet.json\n"
      "  warpmark export --format matrix fleet.json --on h200.jsonl a100.jsonl\n"
      "  warpmark export --format parquet sweep.jsonl.gz -o points.parquet\n"
      "  warpmark export --format bencher nightly.jsonl -o bencher.json\n"
      "  warpmark export --format t4 sweep.jsonl --variant scan/decoupled_lookback -o t4.json\n"
      "Exit status: 0, 2 if a file cannot be read, or a profile misses its bounds");
  verb->callback([options, &exit_status] {
    exit_status = exit_usage;
    export_as_asked(*options);
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
