#pragma once

#include <string>

#include "cli/verbs.hpp"

namespace warpmark {

/// A verb whose options are declared only in the Python package of reports.
struct python_verb {
  std::string name;
  std::string description;  ///< For `warpmark --help`; the verb's own help is Python's.
  std::string module;
};

/// Adds the verb, which passes all words after it to `python -m MODULE` by exec.
void add_python_verb(CLI::App& program, const python_verb& verb, const argument_list& argv,
                     int& exit_status);

/// A subcommand without its own options or help, which does not parse the words after it.
CLI::App* add_unparsed_verb(CLI::App& program, const std::string& name,
                            const std::string& description);

/// The words after the verb.
argument_list words_after_verb(const argument_list& argv);

}  // namespace warpmark
