#include "cli/axis_options.hpp"

namespace warpmark {

void axis_options::add_to(CLI::App& verb, const std::string& about_patterns,
                          const std::string& about_problem, const std::string& about_config) {
  verb.add_option("SELECT", patterns, about_patterns);
  add_axes_to(verb, about_problem, about_config);
}

void axis_options::add_axes_to(CLI::App& verb, const std::string& about_problem,
                               const std::string& about_config) {
  verb.add_option("-p,--problem", problem, about_problem)
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_option("-c,--config", config, about_config)
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
}

selection axis_options::parse(const std::string& backend) const {
  selection result{.patterns = patterns, .backend = backend};
  for (const auto& text : problem) result.problem.push_back(parse_axis_setting("-p", text));
  for (const auto& text : config) result.config.push_back(parse_axis_setting("-c", text));
  return result;
}

}  // namespace warpmark
