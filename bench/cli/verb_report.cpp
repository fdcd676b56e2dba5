// warpmark report: hands journals to the Python package that draws them.

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "bench/cli/exit_codes.hpp"
#include "bench/cli/kernels_option.hpp"
#include "bench/cli/report_package.hpp"
#include "bench/cli/verbs.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/journal/reader.hpp"

namespace warpmark {
namespace {

struct report_options {
  std::vector<std::string> journals;
  std::string output;
  bool claims = false;
  bool compare = false;
  std::vector<std::string> only;
  std::vector<std::string> formats;
  std::string column;
  bool serve = false;
  kernels_option kernels;

  std::string where() const {
    if (!output.empty()) return output;
    return claims ? "claims.md" : "report";
  }
};

[[noreturn]] void become_generator(const report_options& options) {
  std::vector<std::string> words = options.journals;
  if (options.claims) words.emplace_back("--claims");
  if (options.compare) words.emplace_back("--compare");
  for (const auto& name : options.only) words.insert(words.end(), {"--only", name});
  for (const auto& format : options.formats) words.insert(words.end(), {"--format", format});
  if (!options.column.empty()) words.insert(words.end(), {"--column", options.column});
  if (options.serve) words.emplace_back("--serve");
  words.insert(words.end(), {"-o", options.where()});
  become_reports("warpmark_reports", words);
}

// A journal of other kernels can be drawn, but should not be taken for one of these.
void note_kernels(const std::string& path, const journal::json& manifest,
                  const std::optional<kernels_record>& now) {
  if (const auto why = kernels_difference(manifest, now); !why.empty())
    fmt::print(stderr, "{}: {}\n", path, why);
}

}  // namespace

void add_report(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<report_options>();
  CLI::App* verb =
      program.add_subcommand("report", "Figures, tables and one self-contained page from journals");
  verb->add_option("JOURNAL", options->journals, "Journals that `warpmark run` wrote")->required();
  verb->add_flag(
      "--claims", options->claims,
      "Write what the variants' sources claim beside what the journals hold, as Markdown");
  verb->add_flag("--compare", options->compare,
                 "Draw only what differs between the first journal and each of the others");
  verb->add_option("--only", options->only,
                   "Draw only the figures of this name or pattern (*, ?); may be given again")
      ->expected(1);
  verb->add_option("--format", options->formats,
                   "A format besides SVG, or that of figures for --column: png, svg, pdf")
      ->check(CLI::IsMember({"png", "svg", "pdf"}))
      ->expected(1);
  verb->add_option("--column", options->column,
                   "Draw also for a paper: single (3.5 in wide) or double (7.16 in); PDF unless "
                   "--format is given")
      ->check(CLI::IsMember({"single", "double"}));
  verb->add_flag("--serve", options->serve,
                 "Then show the page on a free port of 127.0.0.1, until Ctrl-C");
  options->kernels.add_to(*verb);
  verb->add_option("-o,--output", options->output,
                   "Folder for the page and the figures [report]; with --claims, file [claims.md]");
  verb->footer(
      "Examples:\n  warpmark report reduce.jsonl -o report\nThen open report/index.html\n"
      "  warpmark report --compare before.jsonl after.jsonl -o changes\n"
      "  warpmark report reduce.jsonl --only throughput_by_size --column single\n"
      "  warpmark report reduce.jsonl --serve\n"
      "  warpmark report --claims counts.jsonl h200.jsonl -o claims.md");
  verb->callback([options, &exit_status] {
    exit_status = exit_usage;
    if (options->claims && options->serve)
      throw usage_error("--serve shows a page, and --claims writes none");
    if (options->claims && std::filesystem::is_directory(options->where()))
      throw usage_error(fmt::format(
          "--output {} is a folder; with --claims it is the file to write, as in -o claims.md",
          options->where()));
    // An unreadable journal is told at once, before Python has started; compressed ones and results
    // of other tools only it reads.
    for (const auto& path : options->journals)
      if (!path.ends_with(".gz")) {
        const auto manifest = journal::read_manifest(path);
        if (manifest && options->kernels.record())
          note_kernels(path, *manifest, options->kernels.record());
      }
    become_generator(*options);
  });
}

}  // namespace warpmark
