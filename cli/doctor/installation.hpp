#pragma once

#include <string>
#include <vector>

#include "bench/journal/lines.hpp"

namespace warpmark {

/// One check of the installation.
struct installation_finding {
  std::string subject;
  bool good;
  bool needed;         ///< Whether `warpmark run` fails without it.
  std::string detail;  ///< The result, or the remedy.
  std::vector<std::string> tried =
      {};  ///< What was tried on the way, and places that were searched.
  journal::json facts = journal::json::object();  ///< What hosts of a fleet are compared by.
};

/// All checks of this machine, in the order in which they are shown. `verbs`: the program's, whose
/// options may have defaults.
std::vector<installation_finding> look_around(const std::vector<std::string>& verbs);

}  // namespace warpmark
