#include "cli/selection_options.hpp"

namespace warpmark {

void selection_options::add_to(CLI::App& verb) {
  verb.add_option("SELECT", patterns,
                  "Globs over family/variant, e.g. reduce, 'reduce/tree_*'; all if none is given");
  verb.add_option("-p,--problem", problem,
                  "Problem axis, e.g. n=2^10..2^28, type=i32,f32, op=min, dist=exact")
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_option("-c,--config", config, "Config axis, e.g. block=64..512, items=all")
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_flag(
      "--mutants", mutants,
      "Include mutants: published versions with a fault, which test the checks (docs/museum.md)");
  kernels.add_to(verb);
}

selection selection_options::parse(const std::string& backend) const {
  selection result{.patterns = patterns, .backend = backend, .mutants = wanted_mutants()};
  for (const auto& text : problem) result.problem.push_back(parse_axis_setting("-p", text));
  for (const auto& text : config) result.config.push_back(parse_axis_setting("-c", text));
  return result;
}

}  // namespace warpmark
