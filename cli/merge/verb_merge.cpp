// warpmark merge: one journal out of those of shards, of several machines, or of parts of a run.

#include <ctime>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "base/whole_file.hpp"
#include "bench/journal/reader.hpp"
#include "bench/merge/journal_merge.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/max_input.hpp"
#include "cli/merge/missing_points.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

using journal::journal_merge;

struct merge_options {
  std::vector<std::string> files;
  std::string output;
  bool mixed = false, missing = false, replace = false;
};

void stop_if_interrupted() {
  if (interrupted()) throw usage_error("interrupted; nothing was written");
}

void read_all(const merge_options& options, journal_merge& merged) {
  for (const auto& file : options.files) {
    stop_if_interrupted();
    try {
      merged.add(file);
    } catch (const journal::nothing_measured&) {
      // A task of an array may be killed at any time: the others count.
      print_note(fmt::format("{}: has no whole line; it is left out", file));
    }
  }
  if (merged.parts().empty())
    throw usage_error("merge: no file has a whole line; expected journals");
  merged.settle();
}

void note_findings(const journal_merge& merged) {
  for (const auto& file : merged.torn())
    print_note(fmt::format("{}: the last line is cut off; it is left out", file));
  if (merged.unknown_lines() > 0)
    print_note(fmt::format(
        "{}: a line of an unknown event is left out; there {} of them", merged.first_unknown(),
        merged.unknown_lines() == 1 ? "is 1" : fmt::format("are {}", merged.unknown_lines())));
  const auto now = static_cast<double>(std::time(nullptr));
  for (const auto& part : merged.parts())
    if (const double ahead = journal::seconds_of(part.started_at()) - now; ahead > 60)
      print_note(fmt::format(
          "the clock of {} is {:.0f} s ahead of this machine's: of repeated points, "
          "its measurements count as the newest",
          part.manifest.value("host", journal::json::object()).value("name", "a host"), ahead));
  constexpr std::size_t most = 20;
  const auto& found = merged.lines().contradictions();
  for (std::size_t i = 0; i < std::min(found.size(), most); ++i)
    fmt::print(stderr, "contradiction: {}: {} and {} differ in what must not vary; kept: {}\n",
               found[i].key, merged.place(found[i].kept), merged.place(found[i].other),
               merged.place(found[i].kept));
  if (found.size() > most) fmt::print(stderr, "contradiction: {} more\n", found.size() - most);
}

void print_summary(const journal_merge& merged, const missing_summary& missing,
                   const merge_options& options) {
  const auto& lines = merged.lines();
  std::string text =
      fmt::format("{}: {}, {}", counted(options.files.size(), "journal"),
                  counted(merged.parts().size(), "run"), counted(lines.measured_points(), "point"));
  if (lines.copies() > 0) text += fmt::format(", {} given twice", counted(lines.copies(), "line"));
  if (lines.repeated() > 0)
    text += fmt::format(", {} superseded", counted(lines.repeated(), "line"));
  if (!lines.contradictions().empty())
    text += fmt::format(", {}", counted(lines.contradictions().size(), "contradiction"));
  if (missing.is_complete()) {
    text += "; complete";
  } else {
    text += "; missing: ";
    if (missing.points > 0) text += counted(missing.points, "point");
    if (missing.points > 0 && missing.shards > 0) text += ", among them ";
    if (missing.shards > 0) text += counted(missing.shards, "whole shard");
    if (!options.missing) text += " (--missing lists them)";
  }
  if (options.missing)
    print_note(text);
  else
    fmt::print("{}\n", text);
}

void write(const journal_merge& merged, const missing_summary& missing,
           const merge_options& options) {
  whole_file file(options.output);
  merged.write(merged.lines().measured_points() + missing.points, missing.is_complete(),
               [&](const std::string& line) {
                 stop_if_interrupted();
                 file.append(line);
               });
  if (!file.commit(options.replace ? whole_file::existing::replace : whole_file::existing::keep))
    print_note(fmt::format("{} is the same already", options.output));
}

int merge(const merge_options& options) {
  if (options.output.empty() && !options.missing)
    throw usage_error("merge: expected -o FILE, or --missing");
  note_interrupts();
  const auto folder = std::filesystem::path(options.output).parent_path();
  journal_merge merged({.mixed = options.mixed,
                        .spill_folder = options.output.empty() ? ""
                                        : folder.empty()       ? std::filesystem::path(".")
                                                               : folder});
  read_all(options, merged);
  note_findings(merged);
  const auto missing = find_missing(merged, [&](const std::string& line) {
    if (options.missing) fmt::print("{}\n", line);
  });
  for (const auto& note : missing.notes) print_note(note);
  if (!options.output.empty()) write(merged, missing, options);
  print_summary(merged, missing, options);
  return missing.is_complete() && merged.lines().contradictions().empty() ? exit_ok : exit_wrong;
}

}  // namespace

void add_merge(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<merge_options>();
  CLI::App* verb = program.add_subcommand(
      "merge", "One journal out of those of shards, of several machines or of parts of a run");
  add_max_input(*verb);
  verb->add_option("FILE", options->files,
                   "Journals (.jsonl, also .gz or .zst), merged ones among them")
      ->required();
  verb->add_option("-o,--output", options->output,
                   "The journal to write; compressed if its name ends in .gz or .zst")
      ->type_name("FILE");
  verb->add_flag("--missing", options->missing,
                 "Print the points (for `run --points`) and shards that nothing measured");
  verb->add_flag("--mixed", options->mixed,
                 "Merge runs of different programs, commits, kernels, drivers or seeds");
  verb->add_flag("--replace", options->replace, "Replace an existing file");
  verb->footer(
      "Examples:\n"
      "  warpmark merge shard-*.jsonl -o all.jsonl\n"
      "  warpmark merge shard-*.jsonl --missing > missing.txt\n"
      "Exit status: 0 all that was planned is there, 1 points missing or contradictory (what there "
      "is was written), 2 bad usage, or runs that do not compare");
  verb->callback([options, &exit_status] {
    exit_status = exit_usage;
    exit_status = merge(*options);
  });
}

}  // namespace warpmark
