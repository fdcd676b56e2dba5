#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// Becomes `python -m MODULE WORDS…`, a part of the Python package of reports, by exec: its exit
/// status is the program's. The package is found next to the program, Python by report_python().
/// Returns only by throwing usage_error if that cannot be started.
[[noreturn]] void become_reports(const std::string& module, const std::vector<std::string>& words);

}  // namespace warpmark
