#include "cli/python_verb.hpp"

#include "cli/exit_codes.hpp"
#include "cli/report_package.hpp"

namespace warpmark {

CLI::App* add_unparsed_verb(CLI::App& program, const std::string& name,
                            const std::string& description) {
  CLI::App* added = program.add_subcommand(name, description);
  added->prefix_command();
  added->set_help_flag();
  return added;
}

argument_list words_after_verb(const argument_list& argv) { return {argv.begin() + 2, argv.end()}; }

void add_python_verb(CLI::App& program, const python_verb& verb, const argument_list& argv,
                     int& exit_status) {
  add_unparsed_verb(program, verb.name, verb.description)
      ->callback([&argv, &exit_status, module = verb.module] {
        exit_status = exit_usage;
        become_reports(module, words_after_verb(argv));
      });
}

}  // namespace warpmark
