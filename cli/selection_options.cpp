#include "cli/selection_options.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark {

void selection_options::add_to(CLI::App& verb, const std::string& about_patterns) {
  axis_options::add_to(verb, about_patterns,
                       "Problem axis, e.g. n=2^10..2^28, type=i32,f32, op=min, dist=exact",
                       "Config axis, e.g. block=64..512, items=all");
  verb.add_option(
          "--deterministic", deterministic,
          "Only variants whose results are reproducible: run, from run to run on one card, or "
          "card, on any card (docs/determinism.md)")
      ->type_name("none|run|card")
      ->capture_default_str();
  kernels.add_to(verb);
}

determinism selection_options::level() const {
  if (const auto found = parse_determinism(deterministic)) return *found;
  throw usage_error(fmt::format(
      "--deterministic {}: expected none, run (reproducible from run to run on one card) or card "
      "(on any card)",
      deterministic));
}

void selection_options::add_sweep_to(CLI::App& verb) {
  add_to(verb, "Globs over family/variant, e.g. reduce, 'reduce/tree_*'; all if none is given");
  verb.add_flag(
      "--mutants", mutants,
      "Include mutants: published versions with a fault, which test the checks (docs/museum.md)");
}

selection selection_options::parse(const std::string& backend) const {
  selection result = axis_options::parse(backend);
  result.mutants = wanted_mutants();
  result.deterministic = level();
  return result;
}

}  // namespace warpmark
