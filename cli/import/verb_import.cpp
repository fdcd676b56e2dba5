// warpmark import: converts other tools' records to journals.

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "cli/exit_codes.hpp"
#include "cli/max_input.hpp"
#include "cli/neighbour_program.hpp"
#include "cli/verbs.hpp"
#include "tuning/replay/kernel_tuner_cache.hpp"
#include "tuning/replay/tune_journal.hpp"

namespace warpmark {
namespace {

void import_cache(const std::string& from, const std::string& to, const argument_list& argv) {
  const auto recorded = tuning::read_kernel_tuner_cache(from);
  tuning::tune_journal journal(to, recorded, argv, 0, recorded.configs.count());
  for (tuning::config_index index = 0; index < recorded.outcomes.size(); ++index)
    journal.append({.number = index + 1,
                    .config = index,
                    .result = recorded.outcomes[index],
                    .best_time = {}});
  journal.end({{"imported_from", std::filesystem::path(from).filename().string()},
               {"best", recorded.configs.text(recorded.optimum())}});
  if (!recorded.note.empty()) print_note("note: " + recorded.note);
  fmt::print("{}: {}\n", recorded.name, counted(recorded.configs.count(), "config"));
}

}  // namespace

void add_import(CLI::App& program, const argument_list& argv, int& exit_status) {
  auto from = std::make_shared<std::string>();
  auto to = std::make_shared<std::string>();
  CLI::App* verb = program.add_subcommand("import", import_description);
  add_max_input(*verb);
  verb->add_option("FILE", *from, "A cache of Kernel Tuner: .json, .json.gz")->required();
  verb->add_option("-o,--output", *to, "The journal to write")->type_name("FILE")->required();
  verb->footer(
      "Examples:\n  warpmark import convolution.json.gz -o convolution.jsonl\n"
      "Exit status: 0, 2 if the file is no cache, or the journal exists");
  verb->callback([from, to, &argv, &exit_status] {
    exit_status = exit_usage;
    import_cache(*from, *to, argv);
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
