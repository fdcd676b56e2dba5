#pragma once

#include <string>

#include "cli/verbs.hpp"

namespace warpmark {

/// A verb whose options are declared in the Python package of reports, and only there.
struct python_verb {
  std::string name;
  std::string description;  ///< For `warpmark --help`; the verb's own help is Python's.
  std::string module;
};

/// Adds the verb: it hands every word after it to `python -m MODULE` by exec.
void add_python_verb(CLI::App& program, const python_verb& verb, const argument_list& argv,
                     int& exit_status);

/// A subcommand without options or help of its own, which leaves all words after it alone.
CLI::App* add_unparsed_verb(CLI::App& program, const python_verb& verb);

/// The words after the verb.
argument_list words_after_verb(const argument_list& argv);

}  // namespace warpmark
